import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { env } from "#app/env.server.ts";
import { VendorError } from "./vendor-error.ts";

/** A token is good for as long as the calls of one page, and no longer. */
const GOOD_FOR_SECONDS = 60;

let key: KeyObject | null = null;

/**
 * What Thirdfort knows us by: a JSON Web Token in our name, signed with our RSA key (RS256).
 *
 * @throws VendorError "not_configured" when THIRDFORT_PRIVATE_KEY_FILE is not there, or holds no key
 */
export function thirdfortToken(now = new Date()): string {
  key ??= readKey();
  const issued = Math.floor(now.getTime() / 1_000);
  const claims = { iss: env.THIRDFORT_CLIENT_ID, iat: issued, exp: issued + GOOD_FOR_SECONDS };
  const content = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

function readKey() {
  try {
    return createPrivateKey(readFileSync(env.THIRDFORT_PRIVATE_KEY_FILE));
  } catch (cause) {
    const message = "thirdfort cannot be asked: THIRDFORT_PRIVATE_KEY_FILE holds no key";
    throw new VendorError("thirdfort", "not_configured", message, { cause });
  }
}
