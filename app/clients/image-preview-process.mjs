/**
 * Program that reads an image from standard input and writes a preview to standard output, as a
 * JPEG. A worker thread decodes the image, so that the main thread can end the process at any time.
 * This is plain JavaScript, because Node runs the file directly.
 */

import { argv, exit, kill, memoryUsage, pid, stdin, stdout } from "node:process";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { declaredPixels } from "./image-size.mjs";

const WATCH_EVERY_MS = 10;
/** Exit codes, which tell the service why there is no preview. */
const EXIT = { damaged: 3, size: 4 };

if (isMainThread) guard(JSON.parse(argv[2]));
else parentPort.postMessage(await preview(workerData));

function guard({ size, maxMemoryMb, ...settings }) {
  const bytes = Buffer.alloc(size);
  let received = 0;
  stdin.on("data", (chunk) => {
    received += chunk.copy(bytes, received);
    if (received === size) start();
  });
  // The service keeps standard input open for as long as it wants the preview.
  stdin.on("close", end);
  setInterval(() => memoryUsage.rss() > maxMemoryMb * 1024 * 1024 && end(), WATCH_EVERY_MS);

  function start() {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { bytes: bytes.buffer, ...settings },
      transferList: [bytes.buffer],
    });
    worker.on("message", (answer) => {
      if (typeof answer === "string") exit(EXIT[answer]);
      stdout.write(answer, () => exit());
    });
    worker.on("error", end);
  }
}

/** Ends the process immediately, even if the worker thread is busy. */
function end() {
  kill(pid, "SIGKILL");
}

/** Returns a JPEG; "size" if the image has too many pixels, "damaged" if it can't be decoded. */
async function preview({ bytes, isHeic, maxPixels, side }) {
  const file = Buffer.from(bytes);
  const pixels = declaredPixels(file);
  if (pixels === null) return "damaged";
  if (pixels > maxPixels) return "size";
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    const photo = isHeic ? await decodeHeic(file, maxPixels) : null;
    if (photo === "size") return photo;
    const image = photo
      ? sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 4 } })
      : sharp(file, { limitInputPixels: maxPixels, failOn: "error" });
    return await image
      // libheif turns a HEIC upright itself.
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .jpeg({ quality: 85 })
      .toBuffer();
  } catch {
    return "damaged";
  }
}

async function decodeHeic(file, maxPixels) {
  const { default: load } = await import("libheif-js/libheif-wasm/libheif-bundle.mjs");
  const libheif = await load();
  const [image] = new libheif.HeifDecoder().decode(file);
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) return "size";
  const data = new Uint8ClampedArray(width * height * 4);
  return new Promise((decoded, failed) => {
    image.display({ data, width, height }, (shown) => {
      if (shown) decoded({ data, width, height });
      else failed(new Error("This HEIC can't be decoded"));
    });
  });
}
