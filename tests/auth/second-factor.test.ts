import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { requireAdmin, requireCustomer } from "#app/auth/guards.server.ts";
import {
  addTotp,
  makeRecoveryCodes,
  markFactorPassed,
  readFactors,
  removeFactor,
  resetSecondFactor,
  consumeAttempt,
  consumeRecoveryCode,
  consumeTotp,
  type FactorKind,
} from "#app/auth/second-factor.server.ts";
import { newTotpKey, sealKey } from "#app/auth/totp.server.ts";
import { totpCode } from "#tests/support/totp.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { env } from "#app/platform/env.server.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { ageRateLimits } from "#tests/support/limits.ts";
import { readCookie, signIn } from "#tests/support/sign-in.ts";
import { waitUntil } from "#tests/support/concurrency.ts";
import { readSessionOf, requestWith } from "./sessions.ts";

const { db } = useTestDatabase();

const actorOf = (id: string) => ({ id, request_id: "" });

async function stepNow() {
  const { rows } = await sql<{ step: number }>`
    select floor(extract(epoch from now()) / 30)::int as step`.execute(db);
  return rows[0]!.step;
}

/** Signs in a colleague whose authenticator app was set up with the code of the previous step. */
async function withApp() {
  const ada = await signIn(db, { type: "admin" });
  const key = newTotpKey();
  const code = totpCode(key, (await stepNow()) - 1);
  const set = { actor: actorOf(ada.id), sealed: sealKey(key, ada.id), code };
  const codes = await inTransaction(db, (trx) => addTotp(trx, set));
  return { ...ada, key, codes: codes ?? [] };
}

const tell = (id: string) =>
  db
    .selectFrom("email_log")
    .select(sql<string>`props->>'change'`.as("change"))
    .where("user_id", "=", id)
    .orderBy("created_at")
    .execute()
    .then((rows) => rows.map(({ change }) => change));

describe("authenticator apps", () => {
  test("setting up an authenticator app returns ten recovery codes, notifies the person and stores no code or key in plain text", async () => {
    const ada = await withApp();
    expect(new Set(ada.codes).size).toBe(10);
    expect(await readFactors(db, ada.id)).toMatchObject({ passkeys: [], codes_left: 10 });
    expect(await tell(ada.id)).toEqual(["factor_added"]);
    const kept = JSON.stringify([
      await db.selectFrom("recovery_codes").selectAll().where("user_id", "=", ada.id).execute(),
      await db.selectFrom("totp_keys").selectAll().where("user_id", "=", ada.id).execute(),
    ]);
    for (const code of ada.codes) expect(kept).not.toContain(code);
    expect(kept).not.toContain(ada.key.toString("base64url"));
  });

  test("an authenticator app with a wrong code or a key sealed for someone else is rejected", async () => {
    const ada = await signIn(db, { type: "admin" });
    const key = newTotpKey();
    const code = totpCode(key, await stepNow());
    const actor = actorOf(ada.id);
    const sealed = sealKey(key, ada.id);
    await expect(addTotp(db, { actor, sealed, code: "000000" })).rejects.toThrow(
      "isn’t the current code",
    );
    await expect(
      addTotp(db, { actor, sealed: sealKey(key, "0".repeat(24)), code }),
    ).rejects.toThrow("isn’t the current code");
    expect((await readFactors(db, ada.id)).totp_since).toBeNull();
  });

  test("an app code that is sent twice concurrently is accepted once, and no earlier code is accepted after it", async () => {
    const ada = await withApp();
    const step = await stepNow();
    const twice = await Promise.all(
      [1, 2].map(() => consumeTotp(db, ada.id, totpCode(ada.key, step + 1))),
    );
    expect(twice.toSorted()).toEqual([false, true]);
    expect(await consumeTotp(db, ada.id, totpCode(ada.key, step))).toBe(false);
    expect(await consumeTotp(db, ada.id, "000000")).toBe(false);
    const bob = await signIn(db, { type: "admin" });
    expect(await consumeTotp(db, bob.id, totpCode(ada.key, step + 1))).toBe(false);
  });
});

describe("recovery codes", () => {
  test("a recovery code is accepted once, with any spacing and case, and the person is notified", async () => {
    const ada = await withApp();
    const [first = "", second = ""] = ada.codes;
    const actor = actorOf(ada.id);
    expect(await consumeRecoveryCode(db, { actor, code: first })).toBe(true);
    expect(await consumeRecoveryCode(db, { actor, code: first })).toBe(false);
    const typed = ` ${second.toLowerCase().replace("-", " ")} `;
    expect(await consumeRecoveryCode(db, { actor, code: typed })).toBe(true);
    expect((await readFactors(db, ada.id)).codes_left).toBe(8);
    const told = await tell(ada.id);
    expect(told.filter((change) => change === "recovery_code_used")).toHaveLength(2);
  });

  test("recovery codes are accepted only from the person they belong to, until new ones are made", async () => {
    const ada = await withApp();
    const bob = await withApp();
    const [code = ""] = ada.codes;
    expect(await consumeRecoveryCode(db, { actor: actorOf(bob.id), code })).toBe(false);
    await makeRecoveryCodes(db, actorOf(ada.id));
    expect(await consumeRecoveryCode(db, { actor: actorOf(ada.id), code })).toBe(false);
  });
});

describe("attempts at a second factor", () => {
  const tryOn = async (session: string, way: FactorKind = "totp", id = "ada") =>
    (await consumeAttempt(db, { user: { id, session_id: session }, way })).ok;
  const tryTimes = async (times: number, session: string, way?: FactorKind) => {
    const tries = [];
    for (let number = 0; number < times; number++) tries.push(await tryOn(session, way));
    return tries.filter(Boolean).length;
  };

  test("five attempts in five minutes and twenty a day are allowed per session", async () => {
    expect(await tryTimes(6, "day")).toBe(5);
    for (let minutes = 5; minutes <= 15; minutes += 5) {
      await ageRateLimits(db, 300);
      expect(await tryTimes(6, "day")).toBe(5);
    }
    await ageRateLimits(db, 300);
    expect(await tryTimes(1, "day")).toBe(0);
  });

  test("attempts are counted separately for each method and session (SE-10)", async () => {
    expect(await tryTimes(6, "stranger's")).toBe(5);
    expect(await tryOn("stranger's", "recovery")).toBe(true);
    expect(await tryOn("stranger's", "passkey")).toBe(true);
    expect(await tryOn("own")).toBe(true);
  });

  test("a hundred attempts with app codes a day are allowed across all of a person’s sessions (SE-10)", async () => {
    for (let session = 0; session < 20; session++) await tryTimes(5, `guess ${session}`);
    const { rows } = await sql<{ taken: number }>`
      select max(count)::int as taken from (select count(*) from rate_limits group by key) as keys`.execute(
      db,
    );
    expect(rows).toEqual([{ taken: 100 }]);
    expect(await tryOn("own")).toBe(false);
    expect(await tryOn("own", "recovery")).toBe(true);
    expect(await tryOn("of another", "totp", "bob")).toBe(true);
  });
});

describe("sessions of a person with a second factor", () => {
  const guardAs = async (cookie: string, needs: RolePermission) => {
    try {
      return (await requireAdmin(requestWith(cookie), needs)).id;
    } catch (thrown) {
      return thrown instanceof Response ? thrown.headers.get("Location") : thrown;
    }
  };

  test("a sign-in is incomplete until the second factor is shown", async () => {
    const ada = await withApp();
    const cookie = await readCookie(db, { id: ada.id, type: "admin" });
    const session = await readSessionOf(cookie);
    expect(session).toMatchObject({ user: null, awaitingSecondFactor: { id: ada.id } });
    const asked = await requireCustomer(requestWith(cookie)).catch((thrown: unknown) => thrown);
    expect((asked as Response).headers.get("Location")).toMatch(
      /^\/sign-in\/second-factor\?redirectTo=/,
    );
    await markFactorPassed(db, session!.awaitingSecondFactor!);
    expect(await readSessionOf(cookie)).toMatchObject({
      user: { id: ada.id },
      awaitingSecondFactor: null,
    });
  });

  test("the second factor is required again after ten minutes, but only for changes that cannot be undone", async () => {
    const ada = await withApp();
    const session = await readSessionOf(ada.cookie);
    await markFactorPassed(db, session!.awaitingSecondFactor!);
    expect(await guardAs(ada.cookie, "change_staff")).toBe(ada.id);
    const pass = (interval: string) =>
      sql`update sessions set second_factor_at = now() - ${interval}::interval
        where user_id = ${ada.id}`.execute(db);
    await pass("9 minutes 50 seconds");
    expect(await guardAs(ada.cookie, "change_staff")).toBe(ada.id);
    await pass("10 minutes 1 second");
    expect(await guardAs(ada.cookie, "change_staff")).toMatch(
      /^\/sign-in\/second-factor\?again=true/,
    );
    expect(await guardAs(ada.cookie, "see_staff")).toBe(ada.id);
    const bob = await signIn(db, { type: "admin" });
    expect(await guardAs(bob.cookie, "change_staff")).toBe(bob.id);
  });

  test("resetting a person’s second factor ends their session, deletes all their factors and notifies them", async () => {
    const ada = await withApp();
    const bob = await signIn(db, { type: "admin" });
    await inTransaction(db, (trx) =>
      resetSecondFactor(trx, { id: ada.id, actor: actorOf(bob.id) }),
    );
    expect(await readSessionOf(ada.cookie)).toBeNull();
    expect(await readFactors(db, ada.id)).toEqual({
      passkeys: [],
      totp_since: null,
      codes_left: 0,
    });
    expect(await tell(ada.id)).toContain("factor_reset");
  });
});

test("removing the last factor deletes the recovery codes if no second factor is required, and a repeat is rejected", async () => {
  const ada = await withApp();
  const remove = { actor: actorOf(ada.id), factor: "totp" };
  await inTransaction(db, (trx) => removeFactor(trx, remove));
  expect(await readFactors(db, ada.id)).toEqual({ passkeys: [], totp_since: null, codes_left: 0 });
  await expect(removeFactor(db, remove)).rejects.toThrow("already been removed");
});

test("two concurrent removals leave one factor if a second factor is required (SE-8)", async () => {
  const ada = await withApp();
  const passkey = { credential_id: "id", public_key: "key", counter: 0, name: "Key" };
  const { id } = await db
    .insertInto("passkeys")
    .values({ user_id: ada.id, ...passkey })
    .returning("id")
    .executeTakeFirstOrThrow();
  env.STAFF_SECOND_FACTOR = "required";
  onTestFinished(() => {
    env.STAFF_SECOND_FACTOR = "optional";
  });
  const actor = actorOf(ada.id);
  const first = await db.startTransaction().execute();
  await removeFactor(first, { actor, factor: "totp" });
  const second = inTransaction(db, (trx) => removeFactor(trx, { actor, factor: id })).then(
    () => "removed",
    (error: unknown) => error,
  );
  const waits = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  };
  await waitUntil(async () => expect(await Promise.race([second, waits()])).not.toBe(false));
  await first.commit().execute();
  expect(await second).toMatchObject({ message: expect.stringContaining("Set up another one") });
  expect((await readFactors(db, ada.id)).passkeys).toHaveLength(1);
});

test("staff without the required second factor are sent to set one up, and staff with one cannot remove it", async () => {
  const ada = await withApp();
  const bob = await signIn(db, { type: "admin" });
  vi.resetModules();
  vi.stubEnv("STAFF_SECOND_FACTOR", "required");
  const guards = await import("#app/auth/guards.server.ts");
  const factors = await import("#app/auth/second-factor.server.ts");
  const sent = await guards.requireAdmin(requestWith(bob.cookie), "enter").catch((e: unknown) => e);
  expect((sent as Response).headers.get("Location")).toBe("/your-sign-ins");
  const remove = { actor: actorOf(ada.id), factor: "totp" };
  await expect(inTransaction(db, (trx) => factors.removeFactor(trx, remove))).rejects.toThrow(
    "You need a second factor to use the back office",
  );
});
