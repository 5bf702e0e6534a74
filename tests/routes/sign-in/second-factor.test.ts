import { beforeEach, expect, onTestFinished, test } from "vitest";
import { verifyPasskey } from "#app/auth/passkeys.server.ts";
import {
  addTotp,
  makeRecoveryCodes,
  markFactorPassed,
  needsFactor,
} from "#app/auth/second-factor.server.ts";
import { newTotpKey, sealKey } from "#app/auth/totp.server.ts";
import { totpCode } from "#tests/support/totp.ts";
import { env } from "#app/platform/env.server.ts";
import * as signIns from "#app/routes/account/sign-ins/sign-ins.tsx";
import * as page from "#app/routes/sign-in/second-factor.tsx";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { readCookie, signIn, type Visitor } from "#tests/support/sign-in.ts";
import { get, listErrors, post } from "#tests/support/call-route.ts";

const { db } = useTestDatabase();

const key = newTotpKey();
const codeNow = (later = 0) => totpCode(key, Math.floor(Date.now() / 30_000) + later);

let ada: Visitor;
beforeEach(async () => {
  const { id, email } = await signIn(db, { type: "admin" });
  const set = { actor: { id, request_id: "" }, sealed: sealKey(key, id), code: codeNow(-1) };
  await inTransaction(db, (trx) => addTotp(trx, set));
  ada = { id, email, cookie: await readCookie(db, { id, type: "admin" }) };
});

async function shown(redirectTo = "/admin/users", visitor = ada) {
  const path = `/sign-in/second-factor?redirectTo=${encodeURIComponent(redirectTo)}`;
  const { data } = await get(page.loader, { ...visitor, path });
  const { form_key, redirect_to } = data as { form_key: string; redirect_to: string };
  return { way: "totp", form_key, redirect_to };
}

test("a correct second-factor code redirects to the requested page, even after a double submit", async () => {
  const fields = { ...(await shown()), code: codeNow(1) };
  for (let press = 0; press < 2; press++) {
    expect((await post(page.action, fields, ada)).location).toBe("/admin/users");
  }
  const later = await post(page.action, { ...(await shown()), code: fields.code }, ada);
  expect(later.status).toBe(400);
});

test("a correct second-factor code redirects to /admin instead of another site", async () => {
  const fields = { ...(await shown("//evil.example")), code: codeNow(1) };
  expect((await post(page.action, fields, ada)).location).toBe("/admin");
});

test("a correct second-factor code answers 429 after five wrong codes in five minutes", async () => {
  for (let wrong = 0; wrong < 5; wrong++) {
    const answer = await post(page.action, { ...(await shown()), code: "000000" }, ada);
    expect([answer.status, listErrors(answer).code?.[0]]).toEqual([
      400,
      "That code is wrong or has already been used. Wait for a new code and try again",
    ]);
  }
  const answer = await post(page.action, { ...(await shown()), code: codeNow(1) }, ada);
  expect(answer.status).toBe(429);
  expect(listErrors(answer).code?.[0]).toMatch(/^Too many attempts\. Try again in [1-5] minutes?$/);
});

test("a recovery code works in a browser after five wrong app codes there, and an app code works in another browser (SE-10)", async () => {
  const other = { ...ada, cookie: await readCookie(db, { id: ada.id, type: "admin" }) };
  const codes = await inTransaction(db, (trx) =>
    makeRecoveryCodes(trx, { id: ada.id, request_id: "" }),
  );
  const others = () => shown("/admin", other);
  const answers = [];
  for (let wrong = 0; wrong < 6; wrong++) {
    answers.push(await post(page.action, { ...(await others()), code: "000000" }, other));
  }
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await post(page.action, { ...(await shown()), code: codeNow(1) }, ada)).status).toBe(303);
  const recovery = { ...(await others()), way: "recovery", code: codes[0] ?? "" };
  expect((await post(page.action, recovery, other)).status).toBe(303);
});

const written = async ({ id } = ada) =>
  (
    await db
      .selectFrom("audit_log")
      .select(["action", "fields"])
      .where("subject_id", "=", id)
      .where("action", "in", [
        "signed_in",
        "second_factor_refused",
        "second_factor_locked_out",
        "recovery_code_used",
      ])
      .orderBy("id")
      .execute()
  ).map(({ action, fields }) => [action, ...fields].join(" "));

test("refused second factors, a lockout and the completed sign-in each leave a row in the audit log", async () => {
  await post(page.action, { ...(await shown()), code: "000000" }, ada);
  await post(page.action, { ...(await shown()), way: "passkey", code: '{"id":"x"}' }, ada);
  await post(page.action, { ...(await shown()), way: "recovery", code: "ABCDE-FGHJK" }, ada);
  const refused = ["totp", "passkey", "recovery"].map((way) => `second_factor_refused ${way}`);
  expect(await written()).toEqual(refused);
  await post(page.action, { ...(await shown()), code: codeNow(1) }, ada);
  expect(await written()).toEqual([...refused, "signed_in"]);
  const again = () => shown("/admin/users");
  for (let wrong = 0; wrong < 4; wrong++) {
    await post(page.action, { ...(await again()), code: "000000" }, ada);
  }
  const all = [...refused, "signed_in", ...Array<unknown>(4).fill(refused[0])];
  for (let late = 0; late < 3; late++) {
    await post(page.action, { ...(await again()), code: codeNow(1) }, ada);
  }
  expect(await written()).toEqual([...all, "second_factor_locked_out"]);
});

test("confirming the second factor again is not audited as a second sign-in", async () => {
  const { session_id, ...user } = await sessionOf(ada);
  const self = { ...user, id: ada.id, session_id };
  await inTransaction(db, (trx) => markFactorPassed(trx, self));
  await inTransaction(db, (trx) => markFactorPassed(trx, self));
  expect(await written()).toEqual(["signed_in"]);
});

test("a staff sign-in without a second factor is audited as complete only if the setting requires one", async () => {
  const bob = await signIn(db, { type: "admin" });
  expect(await needsFactor(db, ada.id)).toBe(true);
  expect(await needsFactor(db, bob.id)).toBe(false);
  const { session_id } = await sessionOf(bob);
  await inTransaction(db, (trx) =>
    markFactorPassed(trx, { id: bob.id, session_id, has_second_factor: false }),
  );
  expect(await written(bob)).toEqual([]);
  env.STAFF_SECOND_FACTOR = "required";
  onTestFinished(() => {
    env.STAFF_SECOND_FACTOR = "optional";
  });
  const cy = await signIn(db, { type: "admin" });
  expect(await needsFactor(db, cy.id)).toBe(true);
  const his = { ...(await sessionOf(cy)), id: cy.id, has_second_factor: false };
  await inTransaction(db, (trx) => markFactorPassed(trx, his));
  expect(await written(cy)).toEqual(["signed_in"]);
});

async function sessionOf({ id }: Visitor) {
  const { id_hash } = await db
    .selectFrom("sessions")
    .select("id_hash")
    .where("user_id", "=", id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return { session_id: id_hash, has_second_factor: true };
}

test("the second-factor page refuses an empty code, a forged form key and an invalid passkey", async () => {
  expect((await post(page.action, { ...(await shown()), code: "" }, ada)).status).toBe(400);
  const forged = { ...(await shown()), form_key: "made.up.key", code: codeNow(1) };
  expect((await post(page.action, forged, ada)).status).toBe(409);
  const passkey = { ...(await shown()), way: "passkey", code: '{"id":"x"}' };
  const answer = await post(page.action, passkey, ada);
  expect(listErrors(answer).code).toEqual(["We didn’t recognise this passkey. Try again"]);
});

test("verifyPasskey refuses an unknown passkey", async () => {
  const credential = JSON.stringify({
    id: "x",
    rawId: "x",
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: "e30", authenticatorData: "e30", signature: "e30" },
  });
  expect(await verifyPasskey(db, { user_id: ada.id, form_key: "k", credential })).toBe(false);
});

test("the second-factor page redirects strangers and colleagues without a second factor", async () => {
  expect((await get(page.loader)).location).toBe("/sign-in");
  const bob = await signIn(db, { type: "admin" });
  expect((await get(page.loader, bob)).location).toBe("/admin");
});

test("no one can end another person’s session", async () => {
  const sam = await signIn(db);
  const { id_hash } = await db
    .selectFrom("sessions")
    .select("id_hash")
    .where("user_id", "=", ada.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  await post(signIns.action, { session: id_hash }, sam);
  await post(signIns.action, { session: "others" }, sam);
  const left = await db
    .selectFrom("sessions")
    .select("id_hash")
    .where("user_id", "in", [ada.id, sam.id])
    .execute();
  expect(left).toHaveLength(3);
});
