import { base64Decoder, type DecodedFile } from "../base64-decoder.ts";

type FileLimits = {
  fileKey: string;
  /** Maximum size of all files together. */
  maxFileBytes: number;
  /**
   * Maximum length of a string in characters. `maxLettersOf` has different limits for some keys.
   */
  maxLetters: number;
  maxLettersOf: ReadonlyMap<string, number>;
  maxKept: number;
};

/**
 * Reads JSON that contains files in base64, and decodes the files while they arrive, so that the
 * complete base64 text of a file is never in memory. In the JSON, replaces each file with its index
 * in `files` and shortens other strings. Returns null if that JSON exceeds `maxKept`.
 */
export async function readJsonWithFiles(
  body: ReadableStream<Uint8Array>,
  limits: FileLimits,
): Promise<{ json: string; files: DecodedFile[] } | null> {
  const parts: Buffer[] = [];
  let size = 0;
  const scanner = scanJson(limits, (part) => {
    size += part.length;
    if (size <= limits.maxKept) parts.push(part);
  });
  // Always read the body to its end, because the sender reads the response only after sending
  // everything.
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    scanner.take(Buffer.from(next.value));
  }
  if (size > limits.maxKept) return null;
  return { json: Buffer.concat(parts).toString("utf8"), files: scanner.files };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const U = 0x75;
const STRUCTURE = new Set(Array.from("{}[],", (sign) => sign.charCodeAt(0)));

const MAX_KEY = 40;

/**
 * Scans JSON that arrives in chunks, which may end anywhere. Passes the JSON without its files to
 * `keep`, and collects the files.
 */
function scanJson(limits: FileLimits, keep: (part: Buffer) => void) {
  const files: DecodedFile[] = [];
  const scan = { inString: false, letters: 0, maxLetters: 0, escape: 0 };
  /** Key of the current string, and the start of the latest string, which may be the next key. */
  let key = "";
  let last = "";
  let room = limits.maxFileBytes;
  let decoder: ReturnType<typeof base64Decoder> | null = null;

  function openString() {
    scan.inString = true;
    scan.letters = 0;
    scan.maxLetters = limits.maxLettersOf.get(key) ?? limits.maxLetters;
    last = "";
    if (key === limits.fileKey) decoder = base64Decoder(room);
  }

  function closeString() {
    scan.inString = false;
    if (!decoder) return;
    const file = decoder.end();
    decoder = null;
    room -= file.bytes?.length ?? 0;
    keep(Buffer.from(String(files.push(file) - 1)));
  }

  /** Takes the latest string as a key if a colon follows it. */
  function takeStructure(byte: number) {
    if (byte === COLON) key = last;
    else if (STRUCTURE.has(byte)) key = "";
  }

  /**
   * Returns true if this byte of a string is within the string's limit. A string is cut only
   * between characters or escape sequences.
   */
  function stays(byte: number): boolean {
    const isFirstOfLetter = scan.escape === 0 && (byte & 0xc0) !== 0x80;
    if (isFirstOfLetter) scan.letters += 1;
    if (scan.escape === -1) scan.escape = byte === U ? 4 : 0;
    else if (scan.escape > 0) scan.escape -= 1;
    else if (byte === BACKSLASH) scan.escape = -1;
    if (last.length < MAX_KEY) last += String.fromCharCode(byte);
    return scan.letters <= scan.maxLetters;
  }

  function take(chunk: Buffer) {
    const copy = Buffer.alloc(chunk.length);
    let end = 0;
    let from = 0;
    const flush = () => {
      // Copy the part, because a subarray would keep the whole buffer in memory.
      if (end > 0) keep(Buffer.from(copy.subarray(0, end)));
      end = 0;
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      // Skip the bytes of a file quickly, without the checks below.
      if (decoder && scan.escape === 0 && byte !== QUOTE && byte !== BACKSLASH) continue;
      if (byte === QUOTE && scan.escape === 0) {
        if (scan.inString) {
          decoder?.add(chunk.toString("latin1", from, at));
          flush();
          closeString();
        } else {
          openString();
          from = at + 1;
        }
      } else if (!scan.inString) takeStructure(byte);
      else if (!stays(byte) || decoder) continue;
      copy[end++] = byte;
    }
    decoder?.add(chunk.toString("latin1", from));
    flush();
  }

  return { take, files };
}
