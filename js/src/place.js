// Positions stand in the memory of WebAssembly, which the collector of JavaScript does not see. Its
// finalizers run only when a program pauses, and many of them slow it down. So an instance holds the
// positions that were made or made again last, and others are made again when they are asked.

/** As many positions as an instance holds. */
const HELD = 512;

/** The places that an instance holds, and the next of them to be dropped. */
const held = new WeakMap();

/** How a position comes about: from a root, or by a move from another place. */
export class Place {
  #instance;
  #raw;
  #root;
  #read;
  #before;
  #move;

  /**
   * A position of an instance, and how it is made again: by a function, from its text, or by a move.
   * @param {object} instance
   * @param {object} raw
   * @param {{root?: () => object, read?: (fen: string) => object, before?: Place, move?: {number?: number, text?: string}}} from
   */
  constructor(instance, raw, { root, read, before, move }) {
    this.#instance = instance;
    this.#root = root;
    this.#read = read;
    this.#before = before;
    this.#move = move;
    this.#hold(raw);
  }

  /** The place after a move, by its number among the legal moves if that is known, or else by its text. */
  after(number, text) {
    const move = number < 0 ? { text } : { number };
    return new Place(this.#instance, Place.#next(this.raw, move), { before: this, move });
  }

  static #next(raw, { number, text }) {
    return number === undefined ? raw.play(text) : raw.nth(number);
  }

  get raw() {
    if (this.#raw === undefined) {
      this.#again();
    }
    return this.#raw;
  }

  #again() {
    const gone = [];
    let place = this;
    for (; place && place.#raw === undefined; place = place.#before) {
      gone.push(place);
    }
    for (const place of gone.reverse()) {
      const before = place.#before;
      place.#hold(before ? Place.#next(before.#raw, place.#move) : place.#root());
    }
  }

  #hold(raw) {
    this.#raw = raw;
    let all = held.get(this.#instance);
    if (!all) {
      all = { places: new Array(HELD), next: 0 };
      held.set(this.#instance, all);
    }
    all.places[all.next]?.#drop();
    all.places[all.next] = this;
    all.next = (all.next + 1) % HELD;
  }

  #drop() {
    if (this.#read) {
      const [read, fen] = [this.#read, this.#raw.fen()];
      this.#root = () => read(fen);
      this.#read = undefined;
    }
    this.#raw.free();
    this.#raw = undefined;
  }
}
