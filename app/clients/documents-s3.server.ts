/** Documents in an S3 bucket, or in a service that is compatible with S3 (S3_ENDPOINT). */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { env } from "#app/platform/env.server.ts";
import type { DocumentStore } from "./document-store.ts";
import { STORED_TYPES } from "./file-types.ts";

const LINK_SECONDS = 60;
/**
 * Number of attempts that the SDK makes in total. The SDK may retry, because writing a document
 * twice has no further effect.
 */
const TRIES = 2;
/** Time limit for a file as large as S3 allows in one upload (5 GB). No page waits for it. */
const FILE_DEADLINE_MS = 30 * 60 * 1000;

export function openBucket(Bucket: string): DocumentStore {
  const client = new S3Client({
    region: env.S3_REGION,
    maxAttempts: TRIES,
    ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT, forcePathStyle: true }),
    ...(env.S3_ACCESS_KEY_ID && {
      credentials: {
        accessKeyId: env.S3_ACCESS_KEY_ID,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? "",
      },
    }),
  });
  const within = () => ({ abortSignal: AbortSignal.timeout(env.OUTBOUND_DEADLINE_MS) });
  const patiently = () => ({ abortSignal: AbortSignal.timeout(FILE_DEADLINE_MS) });

  return {
    async put(Key, Body) {
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentType: mediaType(Key) });
      await client.send(command, within());
    },
    async putNew(Key, Body, lockedUntil) {
      const lock = lockedUntil && {
        ObjectLockMode: "COMPLIANCE" as const,
        ObjectLockRetainUntilDate: lockedUntil,
      };
      const command = new PutObjectCommand({
        Bucket,
        Key,
        Body,
        ContentType: mediaType(Key),
        IfNoneMatch: "*",
        ...lock,
      });
      await client.send(command, within());
    },
    async putFile(Key, path) {
      const { size: ContentLength } = await stat(path);
      const Body = createReadStream(path);
      const command = new PutObjectCommand({
        Bucket,
        Key,
        Body,
        ContentLength,
        ContentType: mediaType(Key),
      });
      try {
        await client.send(command, patiently());
      } finally {
        Body.destroy();
      }
    },
    async has(Key) {
      try {
        await client.send(new HeadObjectCommand({ Bucket, Key }), within());
        return true;
      } catch (error) {
        // A response to HEAD has no body and so no error code, so the SDK throws NotFound instead
        // of NoSuchKey.
        if (error instanceof NotFound) return false;
        throw error;
      }
    },
    async get(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), within());
        return Body ? new Uint8Array(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async open(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), patiently());
        return Body instanceof Readable ? Body : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async list(folder) {
      const keys: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const Prefix = `${folder}/`;
        const next = { Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) };
        const found = await client.send(new ListObjectsV2Command(next), within());
        for (const { Key } of found.Contents ?? []) if (Key) keys.push(Key);
        ContinuationToken = found.NextContinuationToken;
      } while (ContinuationToken);
      return keys;
    },
    async delete(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }), within());
    },
    link(Key, file_name) {
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`,
        ResponseContentType: mediaType(Key),
      });
      return getSignedUrl(client, command, { expiresIn: LINK_SECONDS });
    },
  };
}

function mediaType(key: string) {
  const ending = key.slice(key.lastIndexOf(".") + 1);
  return Object.entries(STORED_TYPES).find(([type]) => type === ending)?.[1] ?? STORED_TYPES.bin;
}
