export type DecodedFile = { size: number; bytes: Buffer | null };

/** JSON escape sequence that the end of a chunk cuts off. */
const CUT_ESCAPE = /\\(?:u[\da-f]{0,3})?$/i;
const ESCAPE = /\\(?:u([\da-f]{4})|(.))/gi;

/**
 * Decodes base64 from the chunks of a JSON string. If the file has more than `room` bytes, drops
 * the bytes and only counts them.
 */
export function base64Decoder(room: number) {
  const parts: Buffer[] = [];
  let size = 0;
  let escape = "";
  let rest = "";

  function decode(letters: string) {
    const bytes = Buffer.from(letters, "base64");
    size += bytes.length;
    if (size <= room) parts.push(bytes);
    else parts.length = 0;
  }

  return {
    add(part: string): void {
      const text = escape + part;
      escape = CUT_ESCAPE.exec(text)?.[0] ?? "";
      const letters = rest + lettersIn(text.slice(0, text.length - escape.length));
      const whole = letters.length - (letters.length % 4);
      decode(letters.slice(0, whole));
      rest = letters.slice(whole);
    },
    end(): DecodedFile {
      decode(rest);
      return { size, bytes: size <= room ? Buffer.concat(parts) : null };
    },
  };
}

/**
 * Returns a text's base64 characters, without line breaks, and with an escaped "/" or "+" decoded.
 */
function lettersIn(text: string) {
  const plain = text.includes("\\")
    ? text.replace(ESCAPE, (_, hexadecimal?: string, letter?: string) =>
        hexadecimal
          ? String.fromCharCode(Number.parseInt(hexadecimal, 16))
          : letter === "/"
            ? "/"
            : "",
      )
    : text;
  return plain.replace(/[^A-Za-z0-9+/=_-]/g, "");
}
