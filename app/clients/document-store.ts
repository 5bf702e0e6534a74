import type { Readable } from "node:stream";

/** Document store. Each function throws the store's own errors. */
export type DocumentStore = {
  /** Writes a document. Replaces a document with the same key. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /**
   * Writes a new document. Throws if the key exists. A bucket locks the document until
   * `lockedUntil`.
   */
  putNew: (key: string, bytes: Uint8Array, lockedUntil: Date | null) => Promise<void>;
  /** Writes a file of this machine, which may be larger than memory. */
  putFile: (key: string, path: string) => Promise<void>;
  has: (key: string) => Promise<boolean>;
  /** Reads a document; null if it does not exist. */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Streams a document that may be larger than memory; null if it does not exist. */
  open: (key: string) => Promise<Readable | null>;
  /** Lists the keys in a folder, in any order. */
  list: (folder: string) => Promise<string[]>;
  delete: (key: string) => Promise<void>;
  /** Returns a URL that is valid for a minute; null if a route must send the bytes. */
  link: (key: string, file_name: string) => Promise<string | null>;
};
