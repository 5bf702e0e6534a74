import { beforeEach, describe, expect, test } from "vitest";
import {
  addPasskey,
  passkeyCreation,
  passkeyRequest,
  verifyPasskey,
} from "#app/auth/passkeys.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { inTransaction } from "#db/connection.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

let ada: Visitor;
let key: Authenticator;
let forms = 0;
const newForm = () => `form ${++forms}`;

beforeEach(async () => {
  ada = await signIn(db, { type: "admin" });
  key = new Authenticator();
});

async function challengeOf(form_key: string): Promise<string> {
  const options = await passkeyCreation(db, { user: ada, form_key });
  return (JSON.parse(options) as { challenge: string }).challenge;
}

type Register = ReturnType<Authenticator["register"]>;
type Show = ReturnType<Authenticator["show"]>;

async function add(credential: unknown, form_key: string, { id } = ada) {
  const actor = { id, request_id: "" };
  const posted = { actor, form_key, name: "Key", credential: JSON.stringify(credential) };
  await inTransaction(db, (trx) => addPasskey(trx, posted));
}

async function addOwn(authenticator = key, visitor = ada) {
  const form_key = newForm();
  const challenge = await challengeOf(form_key);
  await add(authenticator.register({ challenge }), form_key, visitor);
}

const verify = (credential: unknown, form_key: string, { id: user_id } = ada) =>
  verifyPasskey(db, { user_id, form_key, credential: JSON.stringify(credential) });

const listed = ({ id } = ada) =>
  db
    .selectFrom("passkeys")
    .select(["credential_id", "counter", "last_used_at"])
    .where("user_id", "=", id)
    .execute();

/** Expects the same refusal for every cause: false, or an error without details. */
async function expectRefusal(work: Promise<unknown>) {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome === false) return;
  expect(outcome).toBeInstanceOf(DomainError);
  expect(outcome).toMatchObject({ message: "We didn’t recognise this passkey. Try again" });
}

const changed = (text: string, change: (bytes: Buffer) => Buffer) =>
  change(Buffer.from(text, "base64url")).toString("base64url");
const flipped = (text: string) =>
  changed(text, (bytes) => {
    bytes[bytes.length - 1]! ^= 1;
    return bytes;
  });
const cut = (text: string) => changed(text, (bytes) => bytes.subarray(0, bytes.length / 2));
const inResponse = <Credential extends { response: object }>(
  credential: Credential,
  change: Partial<Credential["response"]>,
) => ({ ...credential, response: { ...credential.response, ...change } });

describe("passkeys", () => {
  test("a passkey is added with one form and accepted in others, repeatedly (SE-8)", async () => {
    await addOwn();
    for (let time = 1; time <= 2; time++) {
      const form_key = newForm();
      const challenge = await challengeOf(form_key);
      expect(await verify(key.show({ challenge }), form_key)).toBe(true);
    }
    expect(await listed()).toMatchObject([{ counter: 2, last_used_at: expect.any(Date) }]);
    const options = await passkeyRequest(db, { user_id: ada.id, form_key: newForm() });
    expect(options).toContain(key.id.toString("base64url"));
  });

  test("another person’s passkey is rejected (SE-8)", async () => {
    await addOwn();
    const bob = await signIn(db, { type: "admin" });
    const his = new Authenticator();
    await addOwn(his, bob);
    const form_key = newForm();
    const challenge = await challengeOf(form_key);
    expect(await verify(his.show({ challenge }), form_key)).toBe(false);
    expect(await verify(key.show({ challenge }), form_key, bob)).toBe(false);
    expect(await verify(his.show({ challenge }), form_key, bob)).toBe(true);
  });

  test("a passkey’s answer is accepted only once, and only in its own form (SE-8)", async () => {
    await addOwn();
    const form_key = newForm();
    const shown = key.show({ challenge: await challengeOf(form_key) });
    await expectRefusal(verify(shown, newForm()));
    expect(await verify(shown, form_key)).toBe(true);
    await expectRefusal(verify(shown, form_key));
  });

  const stranger = new Authenticator();
  test.each<[string, (challenge: string) => unknown]>([
    ["answers a different challenge", () => key.show({ challenge: "b3RoZXI" })],
    [
      "was shown on another site",
      (challenge) => key.show({ challenge, origin: "https://evil.test" }),
    ],
    [
      "was shown on another port",
      (challenge) => key.show({ challenge, origin: "http://localhost:3001" }),
    ],
    ["was made for another site", (challenge) => key.show({ challenge, rp_id: "evil.test" })],
    ["was created, not shown", (challenge) => key.show({ challenge, type: "webauthn.create" })],
    ["was shown without a person", (challenge) => key.show({ challenge, flags: 0 })],
    ["counts backwards", (challenge) => key.show({ challenge, counter: 4 })],
    ["has an unchanged counter", (challenge) => key.show({ challenge, counter: 5 })],
    ["is from an unknown authenticator", (challenge) => stranger.show({ challenge })],
    [
      "is signed by a different key",
      (challenge) => ({ ...stranger.show({ challenge }), ...idsOf(key.show({ challenge })) }),
    ],
    ["has a changed signature", (challenge) => broken(challenge, "signature", flipped)],
    ["has half a signature", (challenge) => broken(challenge, "signature", cut)],
    ["has no signature", (challenge) => broken(challenge, "signature", () => "")],
    ["has changed data", (challenge) => broken(challenge, "authenticatorData", flipped)],
    ["has half its data", (challenge) => broken(challenge, "authenticatorData", cut)],
    ["has another browser’s data", (challenge) => broken(challenge, "clientDataJSON", flipped)],
    ["has two ids", (challenge) => ({ ...key.show({ challenge }), rawId: "AAAA" })],
    ["is a password", (challenge) => ({ ...key.show({ challenge }), type: "password" })],
    ["has no response", (challenge) => ({ ...key.show({ challenge }), response: {} })],
    ["is null", () => null],
  ])(
    "a passkey that %s is rejected, and its row is unchanged (SE-8)",
    async (_what, credential) => {
      await addOwn();
      await db.updateTable("passkeys").set({ counter: 5 }).where("user_id", "=", ada.id).execute();
      const form_key = newForm();
      const challenge = await challengeOf(form_key);
      const before = await listed();
      await expectRefusal(verify(credential(challenge), form_key));
      expect(await listed()).toEqual(before);
      expect(await verify(key.show({ challenge, counter: 6 }), form_key)).toBe(true);
    },
  );

  const idsOf = ({ id, rawId }: Show) => ({ id, rawId });

  function broken(challenge: string, part: keyof Show["response"], how: (text: string) => string) {
    const shown = key.show({ challenge, counter: 6 });
    return inResponse(shown, { [part]: how(shown.response[part]) });
  }
});

describe("new passkeys", () => {
  test.each<[string, (challenge: string) => unknown]>([
    ["answers a different challenge", () => key.register({ challenge: "b3RoZXI" })],
    [
      "was made on another site",
      (challenge) => key.register({ challenge, origin: "https://evil.test" }),
    ],
    ["is for another site", (challenge) => key.register({ challenge, rp_id: "evil.test" })],
    ["was shown, not created", (challenge) => key.register({ challenge, type: "webauthn.get" })],
    ["was made without a person", (challenge) => key.register({ challenge, flags: 0x40 })],
    ["has no key", (challenge) => key.register({ challenge, flags: 0x01 })],
    ["has half its data", (challenge) => brokenNew(challenge, cut)],
    ["lacks a byte of its public key", (challenge) => key.register({ challenge }, 31)],
    ["has half its public key", (challenge) => key.register({ challenge }, 16)],
    ["has two ids", (challenge) => ({ ...key.register({ challenge }), rawId: "AAAA" })],
  ])("a new passkey that %s is rejected and not saved (SE-8)", async (_what, credential) => {
    const form_key = newForm();
    await expectRefusal(add(credential(await challengeOf(form_key)), form_key));
    expect(await listed()).toEqual([]);
  });

  function brokenNew(challenge: string, how: (text: string) => string): Register {
    const made = key.register({ challenge });
    return inResponse(made, { attestationObject: how(made.response.attestationObject) });
  }
});
