// The two ways to a session: a WebSocket to the server that has served the page, or workers of this browser where no server did.

/** A way to a session: messages of JSON-RPC, one at a time. */
export interface Wire {
  readonly open: boolean;
  send(message: string): void;
}

/** The events that a wire reports to its user. */
export type Ears = {
  /** The session has begun. */
  opened(): void;
  heard(message: string): void;
  /** It goes on, but its language server has forgotten everything. */
  renewed(): void;
  /** It has ended; `why` is a word, if that is known, and `cause` says more. */
  closed(why: string | null, cause?: string): void;
};

/** Whether `ferz serve` has served this page: it puts a nonce where the files have a blank. */
export const served = (): boolean => !document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content.startsWith("{");

/** The way to the server. */
export function socket(ears: Ears): Wire {
  const address = new URL("session", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  const socket = new WebSocket(address);
  socket.onopen = () => ears.opened();
  socket.onmessage = (event) => ears.heard(event.data as string);
  socket.onclose = () => ears.closed(null);
  return {
    get open() {
      return socket.readyState === WebSocket.OPEN;
    },
    send: (message) => socket.send(message),
  };
}
