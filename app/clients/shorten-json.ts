/**
 * Reads JSON whose strings may be long, such as attachments, without ever holding them: of each string
 * its first `maxLetters` are kept.
 *
 * @returns the JSON with its strings shortened; null when even that comes to more than `maxKept` bytes
 */
export async function readShortened(
  body: ReadableStream<Uint8Array>,
  { maxLetters, maxKept }: { maxLetters: number; maxKept: number },
): Promise<string | null> {
  const shorten = stringShortener(maxLetters);
  const kept: Buffer[] = [];
  let size = 0;
  // Read to its end in any case: the sender sees no answer before it has sent everything.
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const part = shorten(next.value);
    size += part.length;
    if (size <= maxKept) kept.push(part);
  }
  return size <= maxKept ? Buffer.concat(kept).toString("utf8") : null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const U = 0x75;

/** Takes a JSON text part by part, cut anywhere, and gives each part without what is too much of its strings. */
function stringShortener(maxLetters: number) {
  let inString = false;
  let letters = 0;
  /** How many bytes of an escape are still to come; -1 just after its backslash. */
  let escape = 0;

  /** Whether a byte of a string stays. What is left out begins with a letter or an escape, and ends with the string. */
  function stays(byte: number): boolean {
    const isFirstOfLetter = escape === 0 && (byte & 0xc0) !== 0x80;
    if (isFirstOfLetter) letters += 1;
    if (escape === -1) escape = byte === U ? 4 : 0;
    else if (escape > 0) escape -= 1;
    else if (byte === BACKSLASH) escape = -1;
    return letters <= maxLetters;
  }

  return (chunk: Uint8Array): Buffer => {
    const kept = Buffer.alloc(chunk.length);
    let end = 0;
    for (const byte of chunk) {
      if (byte === QUOTE && escape === 0) {
        inString = !inString;
        letters = 0;
      } else if (inString && !stays(byte)) continue;
      kept[end++] = byte;
    }
    return kept.subarray(0, end);
  };
}
