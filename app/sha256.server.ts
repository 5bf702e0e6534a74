import { createHash } from "node:crypto";

/** The SHA-256 of a text, in hexadecimal unless told otherwise. */
export function sha256(text: string, encoding: "hex" | "base64" = "hex"): string {
  return createHash("sha256").update(text).digest(encoding);
}
