import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listWithheldLinks } from "#app/auth/send-email-now.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { invite, letDaysPass, readRow, toSell } from "#tests/support/invitations.ts";
import { forSale } from "#tests/support/purchases.ts";
import { linkIn, open, submitContinue } from "../routes/sign-in/visitor.ts";

// Before the client reads its settings.
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

describe("an invitation's email", () => {
  test("R-014 B-006 to B-010 AMB-R07 names who invites, the home and seven days; its link signs in, and the tokens are kept as hashes", async () => {
    const { id } = await invite(db, { email });
    // Were it about a matter, its words would not be kept either, since they have the link (23).
    const transaction_id = (await forSale(db, { line_1: "9 Arch Street" })).transaction_id;
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

  test("to buy: /buy/welcome", async () => {
    const { property_id } = await forSale(db, { line_1: "12 Arch Street" });
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

  test("AMB-B10 a scanner that opens it changes nothing; the person is active and counted", async () => {
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

  test("R-013 AMB-R01 one that Postmark refuses leaves it pending", async () => {
    const { id } = await invite(db, { email });
    postmark.expect("inactive recipient");
    await attempt();
    expect(await readRow(db, id)).toMatchObject({ status: "pending", email_sent_at: null });
  });

  test("X-028 a try that was cut off and had arrived makes it sent, with the link that arrived", async () => {
    const { id } = await invite(db, { email });
    postmark.expect("accept and break");
    await expect(attempt()).rejects.toThrow();
    expect((await readRow(db, id)).status).toBe("pending");
    await attempt(2);
    expect(postmark.accepted).toHaveLength(1);
    expect((await readRow(db, id)).status).toBe("sent");
    expect((await submitContinue(sentLink())).location).toBe("/sell/welcome");
  });

  test("X-028 a try that was lost is followed by another, whose link opens", async () => {
    await invite(db, { email });
    postmark.expect("break");
    await expect(attempt()).rejects.toThrow();
    await attempt(2);
    expect((await submitContinue(sentLink())).location).toBe("/sell/welcome");
  });

  test("it is not sent once the invitation is cancelled", async () => {
    await invite(db, { email });
    await db.updateTable("invitations").set({ status: "cancelled" }).execute();
    await expect(attempt()).rejects.toThrow();
    expect(postmark.accepted).toEqual([]);
  });

  test("AMB-B04 R-041 one that is withheld is pending, and its link opens", async () => {
    const { id } = await invite(db, { email, prevent_email: true });
    expect(await db.selectFrom("email_log").select("id").execute()).toEqual([]);
    await withholdInvitation(db, { invitation_id: id });
    const [withheld] = await listWithheldLinks(db);
    expect(withheld).toMatchObject({ name: "invitation_seller", recipient: email });
    expect((await readRow(db, id)).status).toBe("pending");
    expect((await submitContinue(new URL(withheld!.link))).location).toBe("/sell/welcome");
    // One that waits for its job has no link yet.
    await invite(db, { to: { ...toSell, address: { ...toSell.address, line_1: "5 Other" } } });
    expect(await listWithheldLinks(db)).toHaveLength(1);
  });
});

test("R-016 the night writes down what has expired", async () => {
  const { id } = await invite(db, { email });
  await attempt();
  const run = () => jobs["expire-invitations"]!.handle({}, { number: 1, isLast: false });
  expect(await run()).toBe("Invitations expired: 0.");
  await letDaysPass(db, id, 8);
  expect(await run()).toBe("Invitations expired: 1.");
  expect((await open(sentLink())).location).toBe("/authenticate/invitation-link-expired");
});
