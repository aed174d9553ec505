// The texts that a page without a server keeps: in the files that a browser has for a site (OPFS), or in a database where it has
// none that can be written.

/** Texts by their paths (`/mine.ferz`). */
export interface Texts {
  /** All of them. */
  all(): Promise<Map<string, string>>;
  write(path: string, text: string): Promise<void>;
}

const FOLDER = "ferz";

/** In files. */
class Files implements Texts {
  constructor(private readonly folder: FileSystemDirectoryHandle) {}

  async all(): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for await (const [name, handle] of this.folder.entries()) {
      if (handle.kind !== "file") continue;
      const file = await (handle as FileSystemFileHandle).getFile().catch(() => null);
      if (file) texts.set(decodeURIComponent(name), await file.text());
    }
    return texts;
  }

  async write(path: string, text: string): Promise<void> {
    const handle = await this.folder.getFileHandle(encodeURIComponent(path), { create: true });
    const stream = await handle.createWritable();
    await stream.write(text);
    await stream.close();
  }
}

/** The answer of a database. */
const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** In a database. */
class Rows implements Texts {
  constructor(private readonly database: IDBDatabase) {}

  async all(): Promise<Map<string, string>> {
    const rows = this.database.transaction(FOLDER).objectStore(FOLDER);
    const [paths, texts] = await Promise.all([answer(rows.getAllKeys()), answer(rows.getAll())]);
    return new Map(paths.map((path, i) => [String(path), String(texts[i])]));
  }

  async write(path: string, text: string): Promise<void> {
    await answer(this.database.transaction(FOLDER, "readwrite").objectStore(FOLDER).put(text, path));
  }
}

/** Nowhere: a browser may keep nothing. */
class Nothing implements Texts {
  private readonly texts = new Map<string, string>();

  async all(): Promise<Map<string, string>> {
    return new Map(this.texts);
  }

  async write(path: string, text: string): Promise<void> {
    this.texts.set(path, text);
  }
}

async function rows(): Promise<Texts> {
  const request = indexedDB.open(FOLDER, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(FOLDER);
  return new Rows(await answer(request));
}

async function files(): Promise<Texts> {
  if (!("createWritable" in FileSystemFileHandle.prototype)) throw new Error("files cannot be written");
  const root = await navigator.storage.getDirectory();
  return new Files(await root.getDirectoryHandle(FOLDER, { create: true }));
}

/** The store of texts in this browser. */
export async function texts(): Promise<Texts> {
  return files().catch(rows).catch(() => new Nothing());
}

/** Does something that no other page of this site does at the same time. */
export async function alone<T>(action: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request("ferz-texts", action) : action();
}
