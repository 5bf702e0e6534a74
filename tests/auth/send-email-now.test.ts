import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { insertPerson } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";

// Start the fake before the client reads its settings.
const postmark = await vi.hoisted(async () =>
  (await import("../jobs/fake-postmark.ts")).startFakePostmark(),
);
const { listWithheldLinks: listWithheld, sendEmailNow } =
  await import("#app/auth/send-email-now.server.ts");
const { VendorError } = await import("#app/clients/outbound.server.ts");

const { db } = useTestDatabase();
afterAll(() => postmark.close());
beforeEach(async () => {
  await emptyTables(db);
  postmark.forget();
});

const link = "http://localhost:3000/authenticate?token=U2FsdGVkX1secret&type=customer";

async function magicLink(withhold = false) {
  const { id: user_id } = await insertPerson(db, "ada@example.com");
  return {
    name: "magic_link_sign_in",
    recipient: "ada@example.com",
    user_id,
    props: { first_name: "Ada", link },
    withhold,
  } as const;
}

const rows = () => db.selectFrom("email_log").selectAll().execute();

test("an email with a magic link is sent immediately, and its log entry does not contain the link (B-060, B-062)", async () => {
  const email = await magicLink();
  await sendEmailNow(db, email);
  expect(postmark.accepted).toHaveLength(1);
  expect(postmark.accepted[0]).toMatchObject({
    To: email.recipient,
    Subject: "Your Fanlight sign-in link",
    Tag: "magic_link_sign_in",
  });
  expect(postmark.accepted[0]?.TextBody).toContain(link);

  const logged = await rows();
  expect(logged).toMatchObject([
    {
      name: "magic_link_sign_in",
      recipient: email.recipient,
      user_id: email.user_id,
      status: "sent",
      postmark_message_id: postmark.accepted[0]?.MessageID,
      props: {},
    },
  ]);
  expect(JSON.stringify(logged)).not.toContain("secret");
});

test("sending a magic link throws if Postmark fails, so that the visitor sees the failure (B-061)", async () => {
  const email = await magicLink();
  postmark.expect("inactive recipient");
  await expect(sendEmailNow(db, email)).rejects.toThrow(VendorError);
  expect(await rows()).toMatchObject([{ status: "failed", last_error: "postmark 4xx 406" }]);
});

test("a withheld email is not sent, and its link is in the development outbox (B-049, AMB-B04)", async () => {
  await sendEmailNow(db, await magicLink(true));
  expect(postmark.accepted).toEqual([]);
  expect(await rows()).toMatchObject([
    { name: "magic_link_sign_in", recipient: "ada@example.com", status: "queued", props: { link } },
  ]);
  expect(await listWithheld(db)).toMatchObject([{ recipient: "ada@example.com", link }]);
});

test("the development outbox lists neither sent nor queued emails (AMB-B04)", async () => {
  await sendEmailNow(db, await magicLink());
  await db
    .insertInto("email_log")
    .values({ name: "payment_received", recipient: "ada@example.com" })
    .execute();
  expect(await listWithheld(db)).toEqual([]);
});

test("an email to an address without an account is sent (AMB-B07)", async () => {
  await sendEmailNow(db, {
    name: "sign_in_no_account",
    recipient: "nobody@example.com",
    props: {},
  });
  expect(postmark.accepted[0]?.TextBody).toContain("http://localhost:3000/sign-up");
  expect(await rows()).toMatchObject([
    { name: "sign_in_no_account", user_id: null, status: "sent" },
  ]);
});
