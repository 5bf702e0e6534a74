/**
 * Stored documents, in the configured S3 bucket or in a local folder. The bucket is private, and a
 * document's key does not contain its file name. Each function throws the store's own errors.
 */

import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { env } from "#app/platform/env.server.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import { dataPath } from "#db/data-path.ts";
import { documentsFolder } from "#db/documents-folder.ts";
import type { DocumentStore } from "./document-store.ts";
import { type FileType, STORED_TYPES } from "./file-types.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Format of keys: parts of lowercase letters, digits and hyphens. No such key can lead out of the
 * documents' folder.
 */
const KEY = new RegExp(`^[a-z0-9-]+(?:/[a-z0-9-]+)*\\.(?:${Object.keys(STORED_TYPES).join("|")})$`);

let documents: Promise<DocumentStore> | undefined;
let digests: Promise<DocumentStore> | undefined;

function store() {
  documents ??= openStore(env.S3_BUCKET, documentsFolder());
  return documents;
}

/**
 * Opens the store of the audit log's digests. It is separate, so that someone who can overwrite
 * documents can't overwrite digests.
 */
function digestStore() {
  digests ??= openStore(env.AUDIT_BUCKET ?? env.S3_BUCKET, dataPath("audit-digests"));
  return digests;
}

/** Opens a bucket, or a folder if no bucket is configured. Loads the S3 SDK only for a bucket. */
async function openStore(bucket: string | undefined, folder: string): Promise<DocumentStore> {
  if (!bucket) return folderStore(folder);
  const { openBucket } = await import("./documents-s3.server.ts");
  return openBucket(bucket);
}

/**
 * Returns the key of a matter's document. It contains the id of a report, or the hash of a search
 * result's content.
 */
export function matterDocumentKey(
  transaction_id: string,
  kind: "reports" | "searches",
  name: string,
): string {
  return `${env.NODE_ENV}/transactions/${transaction_id}/${kind}/${name}.pdf`;
}

/**
 * Returns a new key for a document that someone uploaded. It is random, so that no two rows have
 * the same file.
 */
export function uploadedDocumentKey(transaction_id: string, type: FileType): string {
  return `${env.NODE_ENV}/transactions/${transaction_id}/documents/${sha256(randomId())}.${type}`;
}

/** Returns the key of the preview that is made of an uploaded image. */
export function previewKey(key: string): string {
  return key.replace(/\.[a-z]+$/, "-preview.jpg");
}

/**
 * Returns the key of an email's attachment. It contains the content's hash, so saving the
 * attachment twice stores it once.
 */
export function emailDocumentKey(email: string, sha256: string, type: FileType): string {
  return `${env.NODE_ENV}/emails/${email}/${sha256}.${type}`;
}

/**
 * Returns the key of a message from a search provider. Messages are stored before we know their
 * matter.
 */
export function messageKey(sha256: string): string {
  return `${env.NODE_ENV}/search-messages/${sha256}.xml`;
}

/** Returns a random key for the copy of a person's data that the person requested. */
export function newCopyKey(): string {
  return `${env.NODE_ENV}/copies/${sha256(randomId())}.zip`;
}

const ERASURES = `${env.NODE_ENV}/erasures`;

/**
 * Returns the key of the record that a person was erased. `hash` is the hash of the person's id.
 */
export function erasureKey(hash: string): string {
  return `${ERASURES}/${hash}.json`;
}

export async function listErasures(): Promise<string[]> {
  return (await store()).list(ERASURES);
}

const DIGESTS = `${env.NODE_ENV}/audit`;

/**
 * Stores a digest of the audit log and locks it for AUDIT_LOCK_DAYS.
 * @throws also if a digest with this name already exists
 */
export async function storeAuditDigest(name: string, bytes: Uint8Array): Promise<void> {
  const days = env.AUDIT_LOCK_DAYS;
  const lockedUntil = days ? new Date(Date.now() + days * DAY_MS) : null;
  await (await digestStore()).putNew(checked(`${DIGESTS}/${name}.json`), bytes, lockedUntil);
}

/** Returns the content of all stored digests, in no particular order. */
export async function readAuditDigests(): Promise<Uint8Array[]> {
  const store = await digestStore();
  const found: Uint8Array[] = [];
  for (const key of await store.list(DIGESTS)) {
    const bytes = await store.get(key);
    if (bytes) found.push(bytes);
  }
  return found;
}

/** Stores a document, whole or not at all. */
export async function putDocument(key: string, bytes: Uint8Array): Promise<void> {
  await (await store()).put(checked(key), bytes);
}

/** Stores a file from this machine's disk as a document. */
export async function putFile(key: string, path: string): Promise<void> {
  await (await store()).putFile(checked(key), path);
}

/** Returns true if the document exists. */
export async function hasDocument(key: string): Promise<boolean> {
  return (await store()).has(checked(key));
}

/** Returns a document; null if it does not exist. */
export async function getDocument(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return (await store()).get(checked(key));
}

/** Returns a stream of a document; null if it does not exist. */
export async function openDocument(key: string): Promise<Readable | null> {
  return (await store()).open(checked(key));
}

/** Deletes a document, if it exists. */
export async function deleteDocument(key: string): Promise<void> {
  await (await store()).delete(checked(key));
}

/**
 * Returns a download URL that works for 60 seconds; null if our own route must send the document
 * instead.
 */
export async function documentLink(key: string, file_name: string): Promise<string | null> {
  return (await store()).link(checked(key), file_name);
}

function checked(key: string) {
  if (!KEY.test(key)) throw new Error("This is not a document key");
  return key;
}

function folderStore(folder: string): DocumentStore {
  const putWhole = async (
    key: string,
    write: (half: string) => Promise<void>,
    name: (half: string, file: string) => Promise<void> = rename,
  ) => {
    const file = join(folder, key);
    const half = `${file}.${randomId()}`;
    await mkdir(dirname(file), { recursive: true });
    try {
      await write(half);
      await name(half, file);
    } finally {
      // Remove the unfinished file. Otherwise each retry on a full disk would leave another one.
      await rm(half, { force: true });
    }
  };
  return {
    put: (key, bytes) => putWhole(key, (half) => writeFile(half, bytes)),
    // Use `link`, which fails if the file exists, unlike `rename`.
    putNew: (key, bytes) => putWhole(key, (half) => writeFile(half, bytes, { mode: 0o400 }), link),
    // A link takes no time, but needs the same disk. No one changes the file later.
    putFile: (key, path) =>
      putWhole(key, (half) => link(path, half).catch(() => copyFile(path, half))),
    async has(key) {
      return (await nullIfMissing(access(join(folder, key)))) !== null;
    },
    async get(key) {
      const bytes = await nullIfMissing(readFile(join(folder, key)));
      return bytes && new Uint8Array(bytes);
    },
    async open(key) {
      const file = await nullIfMissing(open(join(folder, key)));
      return file && file.createReadStream();
    },
    async list(under) {
      const names = (await nullIfMissing(readdir(join(folder, under)))) ?? [];
      return names.map((name) => `${under}/${name}`).filter((key) => KEY.test(key));
    },
    delete: (key) => rm(join(folder, key), { force: true }),
    link: () => Promise.resolve(null),
  };
}

function nullIfMissing<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, "code") === "ENOENT") return null;
    throw error;
  });
}
