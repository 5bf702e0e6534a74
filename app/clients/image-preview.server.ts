/**
 * Previews of untrusted images. A malicious image might run code when it is decoded. So each image
 * is decoded in a separate process, which has no settings or secrets and only limited memory and
 * time.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { createRequire } from "node:module";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Most pixels that we decode. A photo from a phone has 12 to 50 million. */
const MAX_PIXELS = 64_000_000;
/** Longest side of a preview, at which a page of A4 has 350 dots an inch. */
const SIDE = 4_096;
const MAX_MS = 60_000;
/**
 * Memory limit of the process. When measured on 29 November 2026, a JPEG of 48 million pixels took
 * up to 192 MB, and a HEIC of that size 640 to 768 MB.
 */
const MAX_MEMORY_MB = 768;
const NODE_OPTIONS = ["--max-semi-space-size=2", "--max-old-space-size=64"];

/** Path of the program, which is not part of the bundle. */
const PROGRAM = createRequire(import.meta.url).resolve("#app/clients/image-preview-process.mjs");

/** Reasons by the exit code of the program. */
const REASONS: ReadonlyMap<number | null, Reason> = new Map([
  [3, "damaged"],
  [4, "size"],
]);

/** Reason why there is no preview. "limits" means that decoding took too much time or memory. */
type Reason = "damaged" | "size" | "limits";

/** Error for an image without a preview. Its message contains nothing from the image. */
export class UnreadableImageError extends Error {
  constructor(readonly reason: Reason) {
    super(`An image cannot be decoded: ${reason}`);
    this.name = "UnreadableImageError";
  }
}

/**
 * Writes a preview of a JPEG, PNG or HEIC to a file: a JPEG that is turned upright, has at most
 * 4,096 pixels a side, and has none of the original’s metadata, such as its place.
 * @param image.size length of the content in bytes
 * @throws {UnreadableImageError}
 */
export async function writePreview(
  image: { content: Readable; size: number; type: "jpg" | "png" | "heic" },
  path: string,
  { ms = MAX_MS, maxMemoryMb = MAX_MEMORY_MB }: { ms?: number; maxMemoryMb?: number } = {},
): Promise<void> {
  const settings = {
    size: image.size,
    isHeic: image.type === "heic",
    maxPixels: MAX_PIXELS,
    side: SIDE,
    maxMemoryMb,
  };
  const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, JSON.stringify(settings)], {
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const late = setTimeout(() => child.kill("SIGKILL"), ms);
  const closed = new Promise<number | null>((done, failed) => {
    child.once("error", failed);
    child.once("close", done);
  });
  const written = pipeline(child.stdout, createWriteStream(path));
  try {
    // Leave standard input open: it closes when the service ends, and that ends the process.
    child.stdin.on("error", () => undefined);
    for await (const bytes of image.content) {
      if (!child.stdin.write(bytes)) await Promise.race([once(child.stdin, "drain"), closed]);
    }
    await written;
    const code = await closed;
    if (code !== 0) throw new UnreadableImageError(REASONS.get(code) ?? "limits");
  } finally {
    clearTimeout(late);
    child.kill("SIGKILL");
  }
}
