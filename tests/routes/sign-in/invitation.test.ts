import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sendSealedLink } from "#app/auth/email-link.server.ts";
import { issueToken } from "#app/auth/magic-links.server.ts";
import { readSession } from "#app/auth/session.server.ts";
import { trackClick } from "#app/domain/invitations/invitations.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { report } from "#app/observability/report.server.ts";
import { loader as welcomePage } from "#app/routes/sell/welcome.tsx";
import { breakWrites } from "#tests/support/break-writes.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertCode } from "#tests/support/payments.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get } from "#tests/support/call-route.ts";
import { readCookie, readLinkForm, open, person, submitContinue } from "./visitor.ts";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
beforeEach(async () => {
  vi.mocked(report).mockClear();
  await emptyTables(db);
});

const invitation = (id: string) =>
  db
    .selectFrom("invitations")
    .select(["status", "link_click_count as clicks"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("an invitation’s link", () => {
  test("using an invitation’s link signs the person in, counts the click, and stores the invitation in the session (B-010 B-066 B-067 B-070)", async () => {
    const { id, link } = await invite();
    expect((await open(link)).status).toBe(200);
    expect(await invitation(id)).toEqual({ status: "sent", clicks: 0 });

    const answer = await submitContinue(link);
    expect(answer.location).toBe("/sell/welcome");
    expect(await invitation(id)).toEqual({ status: "clicked", clicks: 1 });
    const request = new Request("http://localhost:3000/", {
      headers: { Cookie: readCookie(answer) ?? "" },
    });
    expect((await readSession(request))?.user?.onboarding).toEqual({
      intent: "sell",
      invitation_id: id,
    });
  });

  test("an invitation’s page and the welcome page show the value of the invitation’s referral code while the code is valid (E05)", async () => {
    await insertCode(db, "FRIEND10");
    const { id, link } = await invite();
    const none = { offer: null };
    expect((await open(link)).data).toMatchObject(none);
    await db
      .updateTable("invitations")
      .set({ referral_code: "FRIEND10" })
      .where("id", "=", id)
      .execute();
    const offer = { offer: { code: "FRIEND10", worth_pence: 24_000 } };
    expect((await open(link)).data).toMatchObject(offer);
    const cookie = readCookie(await submitContinue(link)) ?? "";
    const welcome = () => get(welcomePage, { cookie, path: "/sell/welcome" });
    expect((await welcome()).data).toMatchObject(offer);
    await db.updateTable("referral_codes").set({ active: false }).execute();
    expect((await welcome()).data).toMatchObject(none);
  });

  test("clicks on an invitation’s link are counted once per browser session (B-066 AMB-B11)", async () => {
    const { id, link } = await invite();
    const cookie = readCookie(await submitContinue(link)) ?? "";
    const again = await submitContinue(link, { cookie });
    expect(again.location).toBe("/sell/welcome");
    await submitContinue(link, { cookie: readCookie(again) });
    expect(await invitation(id)).toMatchObject({ clicks: 1 });
    await submitContinue(link);
    expect(await invitation(id)).toMatchObject({ status: "clicked", clicks: 2 });
  });

  test("a double submit of an invitation’s page counts as one click (B-066)", async () => {
    const { id, link } = await invite();
    const form = await readLinkForm(link);
    const answers = await Promise.all([submitContinue(link, form), submitContinue(link, form)]);
    for (const answer of answers) expect(answer.location).toBe("/sell/welcome");
    expect(await invitation(id)).toMatchObject({ clicks: 1 });
  });

  test("an invitation’s page can be submitted again after sign-out, and counts no second click (AMB-B09)", async () => {
    const { id, link } = await invite();
    const form = await readLinkForm(link);
    await submitContinue(link, form);
    await db.deleteFrom("sessions").execute();
    const answer = await submitContinue(link, form);
    expect(answer.location).toBe("/sell/welcome");
    expect(readCookie(answer)).toBeDefined();
    expect(await invitation(id)).toMatchObject({ clicks: 1 });
  });

  test("an invitation’s link signs the person in even if the click cannot be counted, and logs a warning (B-068)", async () => {
    const { link } = await invite();
    const mend = await breakWrites(db, "invitations");
    const answer = await submitContinue(link);
    await mend();
    expect(answer.location).toBe("/sell/welcome");
    expect(readCookie(answer)).toBeDefined();
    expect(vi.mocked(report).mock.calls).toMatchObject([
      [{}, { severity: "warning", what: "invitation click" }],
    ]);
  });

  test("trackClick does not count a click with another person’s or an unknown invitation token (B-067)", async () => {
    const { inv, id } = await invite();
    const other = await signIn(db);
    expect(await trackClick(db, { invitationToken: inv, userId: other.id })).toBeNull();
    expect(await trackClick(db, { invitationToken: "x", userId: other.id })).toBeNull();
    expect(await invitation(id)).toMatchObject({ clicks: 0 });
  });

  test("an invitation’s link works for 7 days, and opening it later expires the invitation (AMB-B09)", async () => {
    const { id, link } = await invite();
    const { days } = await db
      .selectFrom("magic_link_tokens")
      .select(sql<number>`extract(epoch from expires_at - created_at)::int / 86400`.as("days"))
      .executeTakeFirstOrThrow();
    expect(days).toBe(7);

    await db
      .updateTable("magic_link_tokens")
      .set({ expires_at: sql`now() - interval '1 second'` })
      .execute();
    expect((await open(link)).location).toBe("/authenticate/invitation-link-expired");
    expect(await invitation(id)).toMatchObject({ status: "expired" });
  });

  test("opening a link with an unknown token does not expire the invitation (AMB-B13)", async () => {
    const { id, link } = await invite();
    link.searchParams.set("token", "mangled");
    expect((await open(link)).location).toBe("/authenticate/invitation-link-expired");
    expect(await invitation(id)).toMatchObject({ status: "sent" });
  });

  test.each(["completed", "cancelled", "expired"] as const)(
    "an invitation’s link is refused if the invitation is %s (AMB-B09)",
    async (status) => {
      const { id, link } = await invite();
      await db.updateTable("invitations").set({ status }).where("id", "=", id).execute();
      expect((await submitContinue(link)).location).toBe("/authenticate/invitation-link-expired");
      expect(await invitation(id)).toEqual({ status, clicks: 0 });
    },
  );

  test("resending an invitation invalidates its earlier link, but not the link of another invitation (AMB-B09)", async () => {
    const { id, link, user_id, invited_by, inv } = await invite();
    const other = await send(user_id, invited_by);
    const newer = await linkTo(id, user_id, inv);
    expect((await submitContinue(link)).location).toBe("/authenticate/invitation-link-expired");
    expect((await submitContinue(newer)).location).toBe("/sell/welcome");
    expect((await submitContinue(other.link)).location).toBe("/sell/welcome");
  });

  test("an invitation’s link never signs in staff (AMB-B09)", async () => {
    const { link } = await invite({ type: "admin" });
    expect((await submitContinue(link)).location).toBe("/authenticate/invitation-link-expired");
  });
});

async function invite(change: { type?: "admin" } = {}) {
  const staff = await signIn(db, { type: "admin" });
  const user = await db
    .insertInto("users")
    .values({ email: person.email, first_name: "Sam", last_name: "Seller", ...change })
    .returning("id")
    .executeTakeFirstOrThrow();
  return send(user.id, staff.id);
}

async function send(user_id: string, invited_by: string) {
  const inv = randomBytes(16).toString("hex");
  const { id } = await db
    .insertInto("invitations")
    .values({
      user_id,
      invited_by,
      role: "sell",
      new_user: true,
      status: "sent",
      token_hash: sha256(inv),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, inv, user_id, invited_by, link: await linkTo(id, user_id, inv) };
}

async function linkTo(invitation_id: string, user_id: string, inv: string) {
  const token = await issueToken(db, {
    user_id,
    purpose: "invitation",
    role: "sell",
    invitation_id,
  });
  let link = new URL("http://localhost:3000");
  await sendSealedLink(token, (made) => {
    link = made;
    return Promise.resolve();
  });
  for (const [name, value] of Object.entries({ type: "customer", role: "sell", inv })) {
    link.searchParams.set(name, value);
  }
  return link;
}
