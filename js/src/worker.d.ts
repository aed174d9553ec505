import type { Info, Limits } from "./index.js";

/** A bundled variant by its name, or a text. */
export type Asked = { name: string; hash?: number } | {
  text: string;
  name?: string;
  library?: Record<string, string>;
  hash?: number;
};

/** An opponent in a worker of its own: the page goes on while it thinks. For browsers. */
export class Thinker {
  constructor(options?: { make?: () => Worker });
  /** Finds a move; `null` if there is none. The game is its first position, if that is not the start, and its moves. */
  think(
    variant: Asked,
    options?: Limits & { fen?: string; moves?: string[]; onInfo?: (info: Info) => void; signal?: AbortSignal },
  ): Promise<(Info & { move: string }) | null>;
  /** Ends what is being thought about, at once. */
  stop(): void;
}
