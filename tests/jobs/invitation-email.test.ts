import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listWithheldLinks } from "#app/auth/send-email-now.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { invite, letDaysPass, readRow, toSell } from "#tests/support/invitations.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { linkIn, open, submitContinue } from "../routes/sign-in/visitor.ts";

// Start the fake before the client reads its settings.
const postmark = await vi.hoisted(async () =>
  (await import("./fake-postmark.ts")).startFakePostmark(),
);
const { jobs } = await import("#app/jobs/jobs.server.ts");
const { resetBreakers } = await import("#app/clients/outbound.server.ts");
const { withholdInvitation } = await import("#app/auth/invitation-link.server.ts");

const { db } = useTestDatabase();
afterAll(() => postmark.close());
beforeEach(async () => {
  await emptyTables(db);
  postmark.forget();
  resetBreakers();
});

const email = "ina@example.test";

async function attempt(number = 1) {
  const { id } = await db
    .selectFrom("email_log")
    .select("id")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return jobs["send-email"]!.handle({ email_log_id: id }, { number, isLast: false });
}

const sentLink = (index = 0) => linkIn(postmark.accepted[index]);

describe("the email of an invitation", () => {
  test("the invitation email names the inviter, the property and the seven days, and its link signs in with a hashed token (R-014, B-006 to B-010, AMB-R07)", async () => {
    const { id } = await invite(db, { email });
    // The text contains the link, so it is not stored even if the email is about a matter.
    const transaction_id = (await createHomeForSale(db, { line_1: "9 Arch Street" }))
      .transaction_id;
    await db.updateTable("email_log").set({ transaction_id }).execute();
    await attempt();
    expect(postmark.accepted).toMatchObject([{ To: email, Tag: "invitation_seller" }]);
    const [message] = postmark.accepted;
    expect(message?.Subject).toBe("Your invitation to sell 4 Castle Lane");
    for (const words of ["Hello Ina", "Ada has invited you", "7 days"]) {
      expect(message?.TextBody).toContain(words);
    }
    const link = sentLink();
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: expect.any(String),
      type: "customer",
      role: "sell",
      inv: expect.any(String),
    });
    expect(link.href).not.toContain("ina");
    const row = await readRow(db, id);
    expect(row).toMatchObject({ status: "sent", email_sent_at: expect.any(Date) });
    const stored = JSON.stringify([
      row,
      await db.selectFrom("magic_link_tokens").selectAll().execute(),
      await db.selectFrom("email_log").selectAll().execute(),
    ]);
    for (const name of ["token", "inv"]) expect(stored).not.toContain(link.searchParams.get(name));
  });

  test("the invitation email to a buyer links to /buy/welcome", async () => {
    const { property_id } = await createHomeForSale(db, { line_1: "12 Arch Street" });
    await invite(db, { email, to: { role: "buy", property_id } });
    await attempt();
    expect(postmark.accepted).toMatchObject([
      {
        Tag: "invitation_buyer",
        Subject: "Your invitation to buy 12 Arch Street",
      },
    ]);
    expect((await submitContinue(sentLink())).location).toBe("/buy/welcome");
  });

  test("an invitation’s link clicks count the person’s submit, but not a scanner that opens the link (AMB-B10)", async () => {
    const { id, user_id } = await invite(db, { email });
    await attempt();
    expect((await open(sentLink())).status).toBe(200);
    expect(await readRow(db, id)).toMatchObject({ status: "sent", link_click_count: 0 });
    expect((await submitContinue(sentLink())).location).toBe("/sell/welcome");
    expect(await readRow(db, id)).toMatchObject({ status: "clicked", link_click_count: 1 });
    const user = await db
      .selectFrom("users")
      .select("active")
      .where("id", "=", user_id)
      .executeTakeFirst();
    expect(user).toEqual({ active: true });
  });

  test("an invitation stays pending if Postmark rejects the email (R-013, AMB-R01)", async () => {
    const { id } = await invite(db, { email });
    postmark.expect("inactive recipient");
    await attempt();
    expect(await readRow(db, id)).toMatchObject({ status: "pending", email_sent_at: null });
  });

  test("an invitation that arrived despite an interrupted attempt is recorded as sent, with the delivered link (X-028)", async () => {
    const { id } = await invite(db, { email });
    postmark.expect("accept and break");
    await expect(attempt()).rejects.toThrow();
    expect((await readRow(db, id)).status).toBe("pending");
    await attempt(2);
    expect(postmark.accepted).toHaveLength(1);
    expect((await readRow(db, id)).status).toBe("sent");
    expect((await submitContinue(sentLink())).location).toBe("/sell/welcome");
  });

  test("an invitation is sent again with a valid link if an attempt was lost (X-028)", async () => {
    await invite(db, { email });
    postmark.expect("break");
    await expect(attempt()).rejects.toThrow();
    await attempt(2);
    expect((await submitContinue(sentLink())).location).toBe("/sell/welcome");
  });

  test("a cancelled invitation sends no email", async () => {
    await invite(db, { email });
    await db.updateTable("invitations").set({ status: "cancelled" }).execute();
    await expect(attempt()).rejects.toThrow();
    expect(postmark.accepted).toEqual([]);
  });

  test("a withheld invitation stays pending with a valid link (AMB-B04, R-041)", async () => {
    const { id } = await invite(db, { email, prevent_email: true });
    expect(await db.selectFrom("email_log").select("id").execute()).toEqual([]);
    await withholdInvitation(db, { invitation_id: id });
    const [withheld] = await listWithheldLinks(db);
    expect(withheld).toMatchObject({ name: "invitation_seller", recipient: email });
    expect((await readRow(db, id)).status).toBe("pending");
    expect((await submitContinue(new URL(withheld!.link))).location).toBe("/sell/welcome");
    await invite(db, { to: { ...toSell, address: { ...toSell.address, line_1: "5 Other" } } });
    expect(await listWithheldLinks(db)).toHaveLength(1);
  });
});

test("the nightly job marks expired invitations (R-016)", async () => {
  const { id } = await invite(db, { email });
  await attempt();
  const run = () => jobs["expire-invitations"]!.handle({}, { number: 1, isLast: false });
  expect(await run()).toBe("Invitations expired: 0.");
  await letDaysPass(db, id, 8);
  expect(await run()).toBe("Invitations expired: 1.");
  expect((await open(sentLink())).location).toBe("/authenticate/invitation-link-expired");
});
