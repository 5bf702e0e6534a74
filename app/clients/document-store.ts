import type { Readable } from "node:stream";

/** A place where documents are kept. */
export type DocumentStore = {
  /** Writes a document; one with the same key is replaced. @throws the store's own errors */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /**
   * Writes a document that must not be there yet.
   *
   * @param lockedUntil until when a bucket with object lock lets nobody change or delete it; a folder cannot
   * @throws the store's own errors, also for a key that is taken
   */
  putOnce: (key: string, bytes: Uint8Array, lockedUntil: Date | null) => Promise<void>;
  /** The same with a file of this machine, which may be larger than the memory. @throws the store's own errors */
  putFile: (key: string, path: string) => Promise<void>;
  /** Whether the document exists. @throws the store's own errors */
  has: (key: string) => Promise<boolean>;
  /** Reads a document; null when there is none. @throws the store's own errors */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Opens a document that may be larger than the memory; null when there is none. @throws the store's own errors */
  open: (key: string) => Promise<Readable | null>;
  /** The keys under a folder of keys, in any order. @throws the store's own errors */
  list: (folder: string) => Promise<string[]>;
  /** Deletes a document, if there is one. @throws the store's own errors */
  delete: (key: string) => Promise<void>;
  /**
   * An address at which a document can be downloaded for a minute, under a name; null when the store has no addresses,
   * and a route has to send the document itself. @throws the store's own errors
   */
  link: (key: string, file_name: string) => Promise<string | null>;
};
