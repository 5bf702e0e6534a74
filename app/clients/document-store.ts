import type { Readable } from "node:stream";

/**
 * Store of documents: an S3 bucket or a local folder. Each function throws that store's own errors.
 */
export type DocumentStore = {
  /** Writes a document, and replaces any document with the same key. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /**
   * Writes a document; throws if the key exists. If the store is a bucket, no one can change or
   * delete the document before `lockedUntil`.
   */
  putNew: (key: string, bytes: Uint8Array, lockedUntil: Date | null) => Promise<void>;
  /** Stores a file from this machine's disk. The file may be larger than the machine's memory. */
  putFile: (key: string, path: string) => Promise<void>;
  has: (key: string) => Promise<boolean>;
  /** Returns a document; null if it does not exist. */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Returns a stream of a document, which may be larger than memory; null if it does not exist. */
  open: (key: string) => Promise<Readable | null>;
  /** Lists the keys of the documents in a folder, in no particular order. */
  list: (folder: string) => Promise<string[]>;
  delete: (key: string) => Promise<void>;
  /**
   * Returns a download URL that works for a minute; null if our own route must send the document
   * instead.
   */
  link: (key: string, file_name: string) => Promise<string | null>;
};
