import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;
const ES256 = -7;

const digest = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

type Said = {
  challenge: string;
  origin: string;
  rp_id: string;
  type: string;
  flags: number;
  counter: number;
};

/** A software authenticator that creates and presents passkeys as a browser does (WebAuthn 6). */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  #counter = 0;

  /** @param keyBytes number of bytes of each half of the public key */
  register(said: Pick<Said, "challenge"> & Partial<Said>, keyBytes = 32) {
    const full = { type: "webauthn.create", flags: USER_PRESENT | HAS_CREDENTIAL, ...said };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const aaguid = Buffer.alloc(16);
    const credential = [aaguid, length, this.id, this.#publicKey(keyBytes)];
    const authData = Buffer.concat([this.#head(full), ...credential]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return this.#credential({
      clientDataJSON: base64url(clientData(full)),
      attestationObject: base64url(encode(attestation)),
    });
  }

  show(said: Pick<Said, "challenge"> & Partial<Said>) {
    this.#counter += 1;
    const full = { type: "webauthn.get", flags: USER_PRESENT, ...said };
    const client = clientData(full);
    const authData = this.#head({ counter: this.#counter, ...full });
    const signed = Buffer.concat([authData, digest(client)]);
    return this.#credential({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(sign("sha256", signed, this.#keys.privateKey)),
    });
  }

  #head({ rp_id = "localhost", flags = 0, counter = 0 }: Partial<Said>) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([digest(rp_id), Buffer.from([flags]), count]);
  }

  #publicKey(length: number) {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const bytes = (text: string) =>
      new Uint8Array(Buffer.from(text, "base64url").subarray(0, length));
    return encode(
      new Map<number, unknown>([
        [1, 2],
        [3, ES256],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
  }

  #credential<Response extends object>(response: Response) {
    const id = base64url(this.id);
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }
}

function clientData({ type, challenge, origin = "http://localhost:3000" }: Partial<Said>) {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function encode(value: Map<string | number, unknown>): Uint8Array {
  return isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]);
}
