import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { issueToken, inspectToken } from "#app/auth/magic-links.server.ts";
import { NAME_CLEANED } from "#app/domain/shared/messages.ts";
import { queueParticipantEmails } from "#app/domain/people/participant-email.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { inviteAndSend } from "#tests/support/invitations.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { listSummary, readFields } from "./fields.ts";
import { fillIn, open, send } from "./pages.ts";
import { addSeller, createMatter, countEvents, listNewEvents } from "./transaction-tabs/matter.ts";

/** Staff correct a person’s name, email address and phone number (AMB-K03). */

const { db } = useTestDatabase();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

const address = () => `${crypto.randomUUID()}@example.test`;
const FORM = "correct-person";
const ofUser = (id: string) => `/admin/users/${id}/correct`;

const emailsTo = (recipients: string[]) =>
  db
    .selectFrom("email_log")
    .select(["name", "recipient", "props", "status", "last_error"])
    .where("recipient", "in", recipients)
    .orderBy("name")
    .execute();

const insertCheck = (
  id: string,
  person: { email: string; first_name: string; last_name: string },
) =>
  db
    .insertInto("identity_checks")
    .values({
      transaction_id: id,
      status: "complete",
      person_type: "seller",
      phone_number: "+447400123456",
      thirdfort_id: crypto.randomUUID(),
      ...person,
    })
    .execute();

describe("correcting a person who has an account (AMB-K03)", () => {
  test("a correction accepts a name of one letter, and the form shows a name without its forbidden characters (IN-9, IN-10)", async () => {
    const { id } = await createMatter(db);
    const seller = await sellerOf(id);
    const typed = { first_name: "李", last_name: "O`Brien = £" };
    const shown = await fillIn(ada, ofUser(seller.id), FORM, typed);
    expect(shown.status).toBe(400);
    expect(listSummary(shown.html)).toEqual([NAME_CLEANED]);
    expect(readFields(shown.html, FORM)).toMatchObject({ first_name: "李", last_name: "O'Brien" });
    const done = await send(ofUser(seller.id), ada, readFields(shown.html, FORM));
    expect(done.location).toBe(`/admin/users/${seller.id}`);
    expect(await sellerOf(id)).toMatchObject({ first_name: "李", last_name: "O'Brien" });
  });

  test("correcting an email address emails the old and the new address, and ends the person’s links and sessions", async () => {
    const { id } = await createMatter(db);
    const seller = await sellerOf(id);
    await db.updateTable("users").set({ active: true }).where("id", "=", seller.id).execute();
    const token = await issueToken(db, { user_id: seller.id, purpose: "sign_in" });
    const known = await countEvents(db, id);
    const email = address();
    const done = await fillIn(ada, ofUser(seller.id), FORM, { email });
    expect(done.location).toBe(`/admin/users/${seller.id}`);
    const told = await emailsTo([seller.email, email]);
    expect(told.map(({ name, recipient }) => [name, recipient])).toEqual([
      ["email_corrected_new", email],
      ["email_corrected_old", seller.email],
    ]);
    expect(await readContents(db, "email_corrected_old", told[1]!.props)).toEqual({
      first_name: seller.first_name,
      has_account: true,
      sign_in: "http://localhost:3000/sign-in",
    });
    expect(await inspectToken(db, token)).toBeNull();
    const sessions = db.selectFrom("sessions").select("id_hash").where("user_id", "=", seller.id);
    expect(await sessions.execute()).toEqual([]);
    const [event] = await listNewEvents(db, id, known);
    expect(event).toMatchObject({
      event_name: "person_corrected",
      author: "admin",
      author_id: ada.id,
      comments: `${seller.first_name} ${seller.last_name}: email`,
    });
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "fields", "actor_id"])
      .where("subject_id", "=", seller.id)
      .where("action", "!=", "user_viewed")
      .execute();
    expect(audit).toEqual([{ action: "person_corrected", fields: ["email"], actor_id: ada.id }]);
    expect(await queuedFor("correct-stripe-customer", seller.id)).toBe(1);
  });

  test("correcting only a name or a phone number ends no sessions and sends no email", async () => {
    const user = await signIn(db);
    const typed = { first_name: "Samuel", phone_number: "07400 123457" };
    await fillIn(ada, ofUser(user.id), FORM, typed);
    const { first_name, phone_number } = await db
      .selectFrom("users")
      .select(["first_name", "phone_number"])
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect({ first_name, phone_number }).toEqual({
      first_name: "Samuel",
      phone_number: "+447400123457",
    });
    expect(await emailsTo([user.email])).toEqual([]);
    const sessions = db.selectFrom("sessions").select("id_hash").where("user_id", "=", user.id);
    expect(await sessions.execute()).toHaveLength(1);
    expect(await queuedFor("correct-stripe-customer", user.id)).toBe(1);
    await fillIn(ada, ofUser(user.id), FORM, { phone_number: "07400 123458" });
    expect(await queuedFor("correct-stripe-customer", user.id), "Stripe has no number").toBe(1);
  });

  test("correcting an email address to that of another account answers 409, and the form keeps the typed values", async () => {
    const [one, other] = [await signIn(db), await signIn(db)];
    const refused = await fillIn(ada, ofUser(one.id), FORM, { email: other.email.toUpperCase() });
    expect(refused.status).toBe(409);
    expect(listSummary(refused.html)).toEqual(["An account with this email already exists."]);
    expect(readFields(refused.html, FORM).email).toBe(other.email.toUpperCase());
  });

  test("correcting the email address of an invited person who has not opened the link expires the invitation", async () => {
    const invitation = await inviteAndSend(db);
    const { user_id } = await db
      .selectFrom("invitations")
      .select("user_id")
      .where("id", "=", invitation.id)
      .executeTakeFirstOrThrow();
    await fillIn(ada, ofUser(user_id), FORM, { email: address() });
    const { status } = await db
      .selectFrom("invitations")
      .select("status")
      .where("id", "=", invitation.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe("expired");
    const live = await db
      .selectFrom("magic_link_tokens")
      .select("id")
      .where("user_id", "=", user_id)
      .where("expires_at", ">", new Date())
      .execute();
    expect(live).toEqual([]);
  });

  test("the second of two concurrent corrections of a person shows a conflict", async () => {
    const user = await signIn(db);
    const path = ofUser(user.id);
    const opened = readFields((await open(path, ada)).html, FORM);
    await send(path, ada, { ...opened, last_name: "Sellers" });
    const lost = await send(path, ada, { ...opened, last_name: "Sella" });
    expect(lost.status).toBe(409);
    expect(lost.text).toContain("You saved this in another tab");
  });

  test("correcting a member of staff answers 409", async () => {
    const { status, text } = await open(ofUser(ada.id), ada);
    expect(status).toBe(409);
    expect(text).toContain("You can’t change a staff account here");
    expect((await open(`/admin/users/${ada.id}`, ada)).html).not.toContain(ofUser(ada.id));
    const posted = { first_name: "Eve", last_name: "Marsh", email: address() };
    await send(ofUser(ada.id), ada, { ...posted, phone_number: "07400 123456" });
    const { email } = await db
      .selectFrom("users")
      .select("email")
      .where("id", "=", ada.id)
      .executeTakeFirstOrThrow();
    expect(email).toBe(ada.email);
  });

  test.each([
    [{ first_name: "" }, "First name"],
    [
      { email: "nobody" },
      "Please enter a valid email address. It should look like name@example.com",
    ],
    [{ phone_number: "020 7946 0000" }, "Invalid mobile number. Enter a number like 07400 123456"],
  ])("a correction with %j is refused with the error “%s”", async (typed, error) => {
    const user = await signIn(db);
    const { status, html } = await fillIn(ada, ofUser(user.id), FORM, typed);
    expect(status).toBe(400);
    expect(listSummary(html).join()).toContain(error);
  });
});

describe("corrections after an identity check was ordered (AMB-K03)", () => {
  test("a correction does not change the name, email address or phone number that an identity check was ordered with", async () => {
    expectError(/There was an error fetching the thirdfort checks/);
    const { id } = await createMatter(db);
    const { id: user_id, ...seller } = await sellerOf(id);
    expect((await open(ofUser(user_id), ada)).text).toContain(
      "No identity check has been ordered yet",
    );
    await insertCheck(id, seller);
    expect((await open(ofUser(user_id), ada)).text).toContain(
      "Each check still has the name, email and number it was ordered with",
    );
    await fillIn(ada, ofUser(user_id), FORM, { last_name: "Corrected" });
    const tab = await open(`/admin/transactions/${id}/thirdfort`, ada);
    expect(tab.text).toContain("Complete");
    expect(tab.text).toContain(
      `Ordered as ${seller.first_name} ${seller.last_name}, ${seller.email}`,
    );
  });

  test("a person’s name cannot be corrected until Thirdfort confirms the order for their identity check, but their phone number can", async () => {
    const { id } = await createMatter(db);
    const { id: user_id, ...seller } = await sellerOf(id);
    await db
      .insertInto("identity_checks")
      .values({
        transaction_id: id,
        status: "pending",
        person_type: "seller",
        phone_number: "+447400123456",
        order_key: crypto.randomUUID(),
        order_sent_at: new Date(),
        requested_by: ada.id,
        ...seller,
      })
      .execute();
    const refused = await fillIn(ada, ofUser(user_id), FORM, { last_name: "Corrected" });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(
      "Thirdfort hasn’t confirmed the order for this person’s check yet",
    );
    const done = await fillIn(ada, ofUser(user_id), FORM, { phone_number: "07400 123457" });
    expect(done.location).not.toBeNull();
  });
});

describe("correcting a co-seller (AMB-K03)", () => {
  const at = (id: string, person_id: string) =>
    `/admin/transactions/${id}/sellers/people/${person_id}`;

  test("the co-seller’s card links to the form, and correcting the email address emails both addresses", async () => {
    const { id } = await createMatter(db);
    const other = await addSeller(db, id);
    const path = at(id, other.person_id);
    expect((await open(`/admin/transactions/${id}/sellers`, ada)).html).toContain(path);
    const email = address();
    const done = await fillIn(ada, path, FORM, { email });
    expect(done.location).toBe(`/admin/transactions/${id}/sellers`);
    const told = await emailsTo([other.email, email]);
    expect(told.map(({ name, recipient }) => [name, recipient])).toEqual([
      ["email_corrected_new", email],
      ["email_corrected_old", other.email],
    ]);
    expect(await readContents(db, "email_corrected_new", told[0]!.props)).toEqual({
      first_name: "Jo",
      has_account: false,
      sign_in: "http://localhost:3000/sign-in",
    });
    await db
      .updateTable("transactions")
      .set({ terms_accepted_at: null, terms_version: null })
      .where("id", "=", id)
      .execute();
    expect(await readContents(db, "email_corrected_new", told[0]!.props)).toMatchObject({
      sign_in: null,
    });
  });

  test("correcting a co-seller’s email address withdraws a queued “person_named” email to the old address", async () => {
    const { id } = await createMatter(db);
    const other = await addSeller(db, id);
    await queueParticipantEmails(db, {
      kind: "seller",
      transaction_id: id,
      primary_email: "x@example.test",
    });
    await fillIn(ada, at(id, other.person_id), FORM, { email: address() });
    const named = (await emailsTo([other.email])).filter(({ name }) => name === "person_named");
    expect(named).toMatchObject([{ status: "failed", last_error: "withdrawn" }]);
  });

  test("correcting a co-seller requires a mobile number", async () => {
    const { id } = await createMatter(db);
    const { person_id } = await addSeller(db, id);
    const refused = await fillIn(ada, at(id, person_id), FORM, { phone_number: "" });
    expect(refused.status).toBe(400);
    expect(listSummary(refused.html)).toEqual(["Mobile number is required"]);
  });

  test("correcting a person under another matter answers 404", async () => {
    const [one, other] = [await createMatter(db), await createMatter(db)];
    const { person_id } = await addSeller(db, other.id);
    const { status, text } = await open(at(one.id, person_id), ada);
    expect(status).toBe(404);
    expect(text).toContain("This person is no longer on this matter");
  });
});

async function sellerOf(id: string) {
  return db
    .selectFrom("users")
    .innerJoin("transactions", "transactions.seller_id", "users.id")
    .select(["users.id", "users.email", "users.first_name", "users.last_name"])
    .where("transactions.id", "=", id)
    .executeTakeFirstOrThrow();
}

async function queuedFor(job: string, user_id: string) {
  const { rows } = await sql`
    select from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${job} and payload ->> 'user_id' = ${user_id}`.execute(db);
  return rows.length;
}
