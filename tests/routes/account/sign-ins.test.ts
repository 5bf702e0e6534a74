import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addTotp, markFactorPassed } from "#app/auth/second-factor.server.ts";
import { newTotpKey, sealKey } from "#app/auth/totp.server.ts";
import { totpCode } from "#tests/support/totp.ts";
import { paths } from "#app/paths.ts";
import * as authenticator from "#app/routes/account/sign-ins/authenticator.tsx";
import * as passkey from "#app/routes/account/sign-ins/passkey.tsx";
import { action } from "#app/routes/account/sign-ins/sign-ins.tsx";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { readCookie, signIn } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/call-route.ts";

const { db } = useTestDatabase();

test.each([
  { chosen: "others", browsers: 2, title: "Signed out everywhere else", kind: "success" },
  { chosen: "others", browsers: 0, title: "You weren’t signed in anywhere else", kind: "info" },
  { chosen: "one", browsers: 1, title: "Signed out of that browser", kind: "success" },
  { chosen: "one", browsers: 0, title: "That browser was already signed out", kind: "info" },
])(
  "signing out (choice: $chosen, other browsers signed in: $browsers) shows the message $title",
  async ({ chosen, browsers, title, kind }) => {
    const { id, cookie } = await signIn(db);
    const others = db.selectFrom("sessions").select("id_hash").where("user_id", "=", id);
    const own = await others.executeTakeFirstOrThrow();
    for (let n = 0; n < browsers; n++) await readCookie(db, { id });
    const other = await others.where("id_hash", "<>", own.id_hash).executeTakeFirst();
    const session = chosen === "others" ? "others" : (other?.id_hash ?? "0".repeat(64));
    const answer = await post(action, { session }, { path: paths.yourSignIns.page(), cookie });
    expect(await flashIn(answer)).toMatchObject({ kind, title });
    expect(await others.execute()).toEqual([own]);
  },
);

describe.each([
  ["an authenticator app", authenticator, paths.yourSignIns.authenticator()],
  ["a passkey", passkey, paths.yourSignIns.passkey()],
])("the page that sets up %s", (_factor, page, path) => {
  const signedInAgo = async (minutes: number) => {
    const ada = await signIn(db, { type: "admin" });
    await db
      .updateTable("sessions")
      .set({ signed_in_at: sql`now() - make_interval(mins => ${minutes})` })
      .where("user_id", "=", ada.id)
      .execute();
    return { ...ada, path };
  };
  const again = `/sign-in?again=true&redirectTo=${encodeURIComponent(path)}`;

  test("the setup page opens for a person without a second factor 14 minutes after sign-in, and requires a new sign-in after 16 (SE-7)", async () => {
    const early = await signedInAgo(14);
    expect((await get(page.loader, early)).status).toBe(200);
    expect((await post(page.action, {}, early)).status).toBe(400);
    const late = await signedInAgo(16);
    expect((await get(page.loader, late)).location).toBe(again);
    expect(await post(page.action, {}, late)).toMatchObject({ status: 303, location: again });
  });

  test("the setup page requires a person’s second factor again 11 minutes after its last use, regardless of the time since sign-in (SE-7)", async () => {
    const ada = await signedInAgo(60);
    const { id_hash: session_id } = await db
      .selectFrom("sessions")
      .select("id_hash")
      .where("user_id", "=", ada.id)
      .executeTakeFirstOrThrow();
    const key = newTotpKey();
    await inTransaction(db, async (trx) => {
      const code = totpCode(key, Math.floor(Date.now() / 30_000));
      const actor = { id: ada.id, request_id: "" };
      await addTotp(trx, { actor, sealed: sealKey(key, ada.id), code });
      await markFactorPassed(trx, { id: ada.id, session_id, has_second_factor: true });
    });
    expect((await get(page.loader, ada)).status).toBe(200);
    await sql`update sessions set second_factor_at = now() - interval '11 minutes'`.execute(db);
    expect((await get(page.loader, ada)).path).toBe("/sign-in/second-factor");
    const refused = await post(page.action, { session: "others" }, ada);
    expect(refused.status).toBe(401);
    expect(refused.data).toMatchObject({ title: "Confirm it’s you" });
  });
});
