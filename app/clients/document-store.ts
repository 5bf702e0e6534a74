/** Where documents are kept, whichever place it is. */
export type DocumentStore = {
  /** Writes a document; the same key again replaces it. @throws whatever the store does */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Whether there is such a document. @throws whatever the store does */
  has: (key: string) => Promise<boolean>;
  /** Reads a document; null when there is none. @throws whatever the store does */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * An address at which a document can be downloaded for a minute, under a name; null when the store has no addresses,
   * and a route has to send the document itself. @throws whatever the store does
   */
  link: (key: string, file_name: string) => Promise<string | null>;
};
