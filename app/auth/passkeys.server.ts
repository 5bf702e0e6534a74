/**
 * Passkeys (WebAuthn). The challenge is the hash of the form's idempotency key. That key is signed
 * for one session and works once, so we don't need to store a challenge between showing the form
 * and receiving it.
 */

import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { freeText } from "#app/domain/shared/free-text.server.ts";
import { env } from "#app/platform/env.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import { recordFactorAdded } from "./second-factor.server.ts";

/**
 * Loads the WebAuthn library on first use, because it takes as long to load as the rest of the
 * server.
 */
const library = () => import("@simplewebauthn/server");

const { hostname, origin } = new URL(env.APP_URL);
const TIMEOUT_MS = 5 * 60 * 1000;

const challengeOf = (form_key: string) => Buffer.from(sha256(form_key), "hex");

/** Returns the challenge as the browser encodes it, in base64url. */
const expectedChallenge = (form_key: string) => challengeOf(form_key).toString("base64url");

const Transports = z
  .array(z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]))
  .catch([]);

const credential = {
  id: z.string(),
  rawId: z.string(),
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).catch({}),
};

const Registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: Transports.optional(),
  }),
});

const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
});

const NOT_CREATED = "Your browser didn’t create a passkey. Try again";

export const PasskeyForm = z.object({
  name: freeText("Enter a name", "The name must be at most 100 characters long", { max: 100 }),
  credential: z.string({ error: NOT_CREATED }).min(1, NOT_CREATED),
});

/** Returns the options, as JSON, that the browser uses to create a passkey. */
export async function passkeyCreation(
  db: Db,
  { user, form_key }: { user: { id: string; email: string }; form_key: string },
): Promise<string> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: hostname,
    userName: user.email,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: new Uint8Array(challengeOf(form_key)),
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: await listCredentials(db, user.id),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return JSON.stringify(options);
}

/**
 * Returns the options, as JSON, that the browser uses to sign in with a passkey; null if the user
 * has no passkeys.
 */
export async function passkeyRequest(
  db: Db,
  { user_id, form_key }: { user_id: string; form_key: string },
): Promise<string | null> {
  const allowCredentials = await listCredentials(db, user_id);
  if (allowCredentials.length === 0) return null;
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostname,
    challenge: new Uint8Array(challengeOf(form_key)),
    timeout: TIMEOUT_MS,
    allowCredentials,
    userVerification: "preferred",
  });
  return JSON.stringify(options);
}

async function listCredentials(db: Db, user_id: string) {
  const rows = await db
    .selectFrom("passkeys")
    .select(["credential_id as id", "transports"])
    .where("user_id", "=", user_id)
    .execute();
  return rows.map(({ id, transports }) => ({ id, transports: Transports.parse(transports) }));
}

const notVerified = () => new DomainError("We didn’t recognise this passkey. Try again");

/**
 * Stores a new passkey. Returns recovery codes if it is the user's first second factor; otherwise
 * null.
 * @throws {DomainError} if the credential was not created for this form
 */
export async function addPasskey(
  trx: Db,
  {
    actor,
    form_key,
    name,
    credential,
  }: z.output<typeof PasskeyForm> & {
    actor: Actor;
    form_key: string;
  },
): Promise<string[] | null> {
  const response = parseCredential(credential, Registration);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: expectedChallenge(form_key),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: false,
  }).catch(refuse);
  if (!registrationInfo) throw notVerified();
  const made = registrationInfo.credential;
  await requireUsableKey(made.publicKey);
  await trx
    .insertInto("passkeys")
    .values({
      user_id: actor.id,
      credential_id: made.id,
      public_key: Buffer.from(made.publicKey).toString("base64url"),
      counter: made.counter,
      transports: made.transports ?? [],
      name,
    })
    .execute();
  return recordFactorAdded(trx, actor, "passkey");
}

/** Signature that no key has made. Its format is valid for every type of key. */
const NO_SIGNATURE = new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 1]);

/**
 * Throws if a new passkey's public key is unusable. The library itself only checks keys that have
 * an attestation.
 */
async function requireUsableKey(credentialPublicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const { verifySignature } = await import("@simplewebauthn/server/helpers");
  const data = new Uint8Array();
  await verifySignature({ credentialPublicKey, signature: NO_SIGNATURE, data }).catch(refuse);
}

/**
 * Returns true if the credential was made for this form with one of the user's passkeys.
 * @throws {DomainError} if the credential is invalid or was made for a different form
 */
export async function verifyPasskey(
  trx: Db,
  { user_id, form_key, credential }: { user_id: string; form_key: string; credential: string },
): Promise<boolean> {
  const response = parseCredential(credential, Assertion);
  const known = await trx
    .selectFrom("passkeys")
    .select(["id", "credential_id", "public_key", "counter"])
    .where("user_id", "=", user_id)
    .where("credential_id", "=", response.id)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return false;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: expectedChallenge(form_key),
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(Buffer.from(known.public_key, "base64url")),
      counter: known.counter,
    },
    requireUserVerification: false,
  }).catch(refuse);
  if (!verified) return false;
  await trx
    .updateTable("passkeys")
    .set({ counter: authenticationInfo.newCounter, last_used_at: sql`now()` })
    .where("id", "=", known.id)
    .execute();
  return true;
}

function parseCredential<Schema extends z.ZodType>(json: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    throw notVerified();
  }
}

function refuse(): never {
  throw notVerified();
}
