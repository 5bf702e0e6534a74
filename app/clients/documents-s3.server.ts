import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { env } from "#app/env.server.ts";
import type { DocumentStore } from "./document-store.ts";

/** Documents in an S3 bucket, or in one of a service that speaks like S3 (S3_ENDPOINT). */

const LINK_SECONDS = 60;
/** The SDK's own tries, the first included: to put a document again is to replace it with itself. */
const TRIES = 2;

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

  return {
    async put(Key, Body) {
      const ContentType = Key.endsWith(".xml") ? "application/xml" : "application/pdf";
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentType });
      await client.send(command, within());
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
    link(Key, file_name) {
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`,
        ResponseContentType: "application/pdf",
      });
      return getSignedUrl(client, command, { expiresIn: LINK_SECONDS });
    },
  };
}
