/**
 * Scans documents with ClamAV (CLAMAV_URL), by the command INSTREAM of its daemon clamd. ClamAV is
 * part of our own installation, so a failed scan is retried by its job and has no circuit breaker.
 */

import { createConnection, type Socket } from "node:net";
import { env } from "#app/platform/env.server.ts";

/** Time limit for connecting and for each wait, and for a whole scan. No page waits for a scan. */
const IDLE_MS = 60_000;
const SCAN_MS = 120_000;
const MAX_ANSWER_BYTES = 4_096;

/** Error of a scan that gave no result. Its message contains nothing from the document. */
export class ScannerError extends Error {
  constructor(
    readonly kind: "unreachable" | "timeout" | "too_large" | "bad_answer",
    options?: ErrorOptions,
  ) {
    super(`ClamAV gave no result: ${kind}`, options);
    this.name = "ScannerError";
  }
}

export type ScanResult = "clean" | "infected";

/**
 * Streams a document to ClamAV and returns its result.
 * @param limits.ms time limit of the whole scan
 * @throws {ScannerError} also if CLAMAV_URL is not set
 */
export async function scanDocument(
  content: AsyncIterable<Uint8Array>,
  { ms = SCAN_MS }: { ms?: number } = {},
): Promise<ScanResult> {
  const answer = await ask("INSTREAM", content, ms);
  if (answer === "stream: OK") return "clean";
  if (/^stream: .+ FOUND$/.test(answer)) return "infected";
  // StreamMaxLength of clamd must be at least the size of our largest upload.
  if (answer.startsWith("INSTREAM size limit exceeded")) throw new ScannerError("too_large");
  throw new ScannerError("bad_answer");
}

/** Asks ClamAV for its version. @throws {ScannerError} */
export async function smokeTest(): Promise<string> {
  if (!env.CLAMAV_URL) return "CLAMAV_URL is not set, so documents are marked as not scanned.";
  const version = await ask("VERSION", null, IDLE_MS);
  if (!version.startsWith("ClamAV ")) throw new ScannerError("bad_answer");
  return `The scanner answers: ${version}.`;
}

async function ask(
  command: "INSTREAM" | "VERSION",
  content: AsyncIterable<Uint8Array> | null,
  ms: number,
): Promise<string> {
  const socket = connect();
  const late = setTimeout(() => socket.destroy(new ScannerError("timeout")), ms);
  const answered = readAnswer(socket);
  // The scanner may answer and close the connection before it has read the whole document.
  answered.catch(() => undefined);
  try {
    await send(socket, Buffer.from(`z${command}\0`));
    if (content) await Promise.race([sendContent(socket, content), answered]);
    return await answered;
  } catch (error) {
    if (error instanceof ScannerError) throw error;
    throw new ScannerError("unreachable", { cause: error });
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

function connect(): Socket {
  const url = env.CLAMAV_URL;
  if (!url) throw new ScannerError("unreachable");
  const socket = url.startsWith("/") ? createConnection(url) : createConnection(hostOf(url));
  socket.setTimeout(IDLE_MS, () => socket.destroy(new ScannerError("timeout")));
  return socket;
}

function hostOf(url: string) {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) };
}

/** Sends chunks, each after its length in four bytes, and then a chunk of length zero. */
async function sendContent(socket: Socket, content: AsyncIterable<Uint8Array>) {
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    await send(socket, lengthOf(chunk.length));
    await send(socket, chunk);
  }
  await send(socket, lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((sent, failed) => {
    socket.write(bytes, (error) => (error ? failed(error) : sent()));
  });
}

/** Returns the answer without the zero byte at its end. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((answered, failed) => {
    let answer = "";
    socket.on("data", (bytes: Buffer) => {
      answer += bytes.toString("latin1");
      const end = answer.indexOf("\0");
      if (end !== -1) answered(answer.slice(0, end).trim());
      else if (answer.length > MAX_ANSWER_BYTES) failed(new ScannerError("bad_answer"));
    });
    socket.once("error", failed);
    socket.once("close", () => failed(new ScannerError("unreachable")));
  });
}
