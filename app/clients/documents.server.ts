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

/**
 * Documents by keys that we make: in the S3 bucket of the settings, else in a folder of this machine. The bucket is
 * private, and a key does not contain the document's name.
 */

const DAY_MS = 24 * 60 * 60 * 1000;

/** Parts of lowercase letters, digits and hyphens between slashes, so that no key leads out of the folder. */
const KEY = new RegExp(`^[a-z0-9-]+(?:/[a-z0-9-]+)*\\.(?:${Object.keys(STORED_TYPES).join("|")})$`);

let documents: Promise<DocumentStore> | undefined;
let digests: Promise<DocumentStore> | undefined;

function store() {
  documents ??= openStore(env.S3_BUCKET, documentsFolder());
  return documents;
}

/** Where digests of the audit log are: apart from the documents, so that whoever may change those may not change these. */
function digestStore() {
  digests ??= openStore(env.AUDIT_BUCKET ?? env.S3_BUCKET, dataPath("audit-digests"));
  return digests;
}

/** The SDK is loaded only where a bucket is configured. */
async function openStore(bucket: string | undefined, folder: string): Promise<DocumentStore> {
  if (!bucket) return folderStore(folder);
  const { openBucket } = await import("./documents-s3.server.ts");
  return openBucket(bucket);
}

/** The key of a document of a matter: one of its reports by its id, or one of its searches by its content. */
export function matterDocumentKey(
  transaction_id: string,
  kind: "reports" | "searches",
  name: string,
): string {
  return `${env.NODE_ENV}/transactions/${transaction_id}/${kind}/${name}.pdf`;
}

/**
 * The key of a file that came with an email.
 *
 * @param email a digest of the email; `sha256` of the file, so that the same one again replaces itself
 */
export function emailDocumentKey(email: string, sha256: string, type: FileType): string {
  return `${env.NODE_ENV}/emails/${email}/${sha256}.${type}`;
}

/** The key of a message of the search provider, by its content: it is kept before its matter is known. */
export function messageKey(sha256: string): string {
  return `${env.NODE_ENV}/search-messages/${sha256}.xml`;
}

/** The key of a copy of what is held on a person, which nothing tells. */
export function newCopyKey(): string {
  return `${env.NODE_ENV}/copies/${sha256(randomId())}.zip`;
}

const ERASURES = `${env.NODE_ENV}/erasures`;

/** The key of what tells that a person was erased, by a hash of their id. */
export function erasureKey(hash: string): string {
  return `${ERASURES}/${hash}.json`;
}

/** The keys of all of them. @throws the store's own errors */
export async function listErasures(): Promise<string[]> {
  return (await store()).list(ERASURES);
}

const DIGESTS = `${env.NODE_ENV}/audit`;

/**
 * Keeps a digest of the audit log, which cannot be replaced; in a bucket it is locked for AUDIT_LOCK_DAYS.
 *
 * @param name of lowercase letters, digits and hyphens
 * @throws the store's own errors, also for a name that is taken
 */
export async function keepAuditDigest(name: string, bytes: Uint8Array): Promise<void> {
  const days = env.AUDIT_LOCK_DAYS;
  const lockedUntil = days ? new Date(Date.now() + days * DAY_MS) : null;
  await (await digestStore()).putOnce(checked(`${DIGESTS}/${name}.json`), bytes, lockedUntil);
}

/** The digests that were kept, in any order. @throws the store's own errors */
export async function readAuditDigests(): Promise<Uint8Array[]> {
  const kept = await digestStore();
  const found: Uint8Array[] = [];
  for (const key of await kept.list(DIGESTS)) {
    const bytes = await kept.get(key);
    if (bytes) found.push(bytes);
  }
  return found;
}

/** Keeps a document under a key, whole or not at all. @throws the store's own errors */
export async function putDocument(key: string, bytes: Uint8Array): Promise<void> {
  await (await store()).put(checked(key), bytes);
}

/** The same with a file of this machine. @throws the store's own errors */
export async function putFile(key: string, path: string): Promise<void> {
  await (await store()).putFile(checked(key), path);
}

/** Whether there is a document under a key. @throws the store's own errors */
export async function hasDocument(key: string): Promise<boolean> {
  return (await store()).has(checked(key));
}

/** A document by its key; null when there is none. @throws the store's own errors */
export async function getDocument(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return (await store()).get(checked(key));
}

/** A document by its key, to be read piece by piece; null when there is none. @throws the store's own errors */
export async function openDocument(key: string): Promise<Readable | null> {
  return (await store()).open(checked(key));
}

/** Deletes the document under a key, if there is one. @throws the store's own errors */
export async function deleteDocument(key: string): Promise<void> {
  await (await store()).delete(checked(key));
}

/** As DocumentStore's `link`, for 60 seconds. @throws the store's own errors */
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
      // What a full disk has taken half of would fill it further, each time that it is sent again.
      await rm(half, { force: true });
    }
  };
  return {
    put: (key, bytes) => putWhole(key, (half) => writeFile(half, bytes)),
    // Unlike a move, a link fails where there is a file.
    putOnce: (key, bytes) => putWhole(key, (half) => writeFile(half, bytes, { mode: 0o400 }), link),
    putFile: (key, path) => putWhole(key, (half) => copyFile(path, half)),
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
