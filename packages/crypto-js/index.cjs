const { createCipheriv, createDecipheriv, createHash, randomBytes } = require("node:crypto");

/**
 * Seals and opens as crypto-js did, so that links which were sent before still open: OpenSSL's format, base64 of "Salted__",
 * a salt of eight bytes and AES-256-CBC, whose key and vector come from the secret by EVP_BytesToKey with MD5. The seal
 * keeps no secret: inside is a random token, whose row in the database decides what it opens.
 */

const MAGIC = "Salted__";
const SALT_BYTES = 8;
const KEY_BYTES = 32;
const VECTOR_BYTES = 16;

function keyAndVector(secret, salt) {
  let derived = Buffer.alloc(0);
  let block = Buffer.alloc(0);
  while (derived.length < KEY_BYTES + VECTOR_BYTES) {
    block = createHash("md5").update(block).update(secret, "utf8").update(salt).digest();
    derived = Buffer.concat([derived, block]);
  }
  return [derived.subarray(0, KEY_BYTES), derived.subarray(KEY_BYTES, KEY_BYTES + VECTOR_BYTES)];
}

const enc = { Utf8: "utf8" };

const AES = {
  encrypt(text, secret) {
    const salt = randomBytes(SALT_BYTES);
    const cipher = createCipheriv("aes-256-cbc", ...keyAndVector(secret, salt));
    const sealed = [Buffer.from(MAGIC), salt, cipher.update(text, "utf8"), cipher.final()];
    return { toString: () => Buffer.concat(sealed).toString("base64") };
  },
  /** @throws Error when it was not sealed with this secret. */
  decrypt(sealed, secret) {
    // The strategy asks so for the link of a session that has none.
    if (sealed === "") return Buffer.alloc(0);
    const bytes = Buffer.from(sealed, "base64");
    if (bytes.subarray(0, MAGIC.length).toString() !== MAGIC) throw new Error("No such seal");
    const start = MAGIC.length + SALT_BYTES;
    const salt = bytes.subarray(MAGIC.length, start);
    const decipher = createDecipheriv("aes-256-cbc", ...keyAndVector(secret, salt));
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]);
  },
};

module.exports = { AES, enc };
