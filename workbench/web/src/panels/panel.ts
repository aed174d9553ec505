/** A part of the page behind a tab. */
export type Panel = {
  name: string;
  element: HTMLElement;
  /** Something has changed, and the panel is seen. */
  update: () => void;
};
