import type { Page } from "@playwright/test";
import { receiveEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import type { Db } from "#db/connection.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { insertConversation } from "#tests/support/conversations.ts";
import { receivedEmail } from "#tests/support/inbound-emails.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { signIn } from "./support/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { heading, press } from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

type Sale = Awaited<ReturnType<typeof createPaidSale>>;

test("a handler works through a morning of twelve arrivals and loses none", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
}) => {
  const { id: handler_id } = await signInStaff(db, context, uniqueName("Bronwen"), ["handler"]);
  const tom = await signInStaff(db, await anotherBrowser(), uniqueName("Tom"), ["handler"]);
  const [first, second, third, fourth] = [
    await saleOf(db, handler_id),
    await saleOf(db, handler_id),
    await saleOf(db, handler_id),
    await saleOf(db, handler_id),
  ];
  const solicitor = { ...lawyer("Sol"), email: `solicitor.${person.email}` };
  const seller_lawyer_group_id = await insertLawyerGroup(db, { solicitor });
  await db
    .updateTable("transactions")
    .set({ seller_lawyer_group_id })
    .where("id", "=", first.id)
    .execute();
  const agent = `agent.${person.email}`;
  const stranger = `stranger.${person.email}`;
  const news = `news.${person.email}`;
  const { number } = await db
    .selectFrom("transactions")
    .select("number")
    .where("id", "=", second.id)
    .executeTakeFirstOrThrow();
  const email = (from_email: string, change: Parameters<typeof receivedEmail>[0]) =>
    receiveEmail(db, receivedEmail({ from_email, ...change }));

  await test.step("a letter to a seller is sent, and a conversation is snoozed", async () => {
    await insertConversation(
      db,
      { transaction_id: fourth.id, author_id: fourth.seller.id },
      { snoozed_until: "2099-12-01" },
    );
    await page.goto(`/admin/transactions/${third.id}/messages`);
    await page.getByLabel("Your answer").fill("We’ve ordered the searches.");
    await press(page, "Send email");
    await expect(message(page, "Email sent")).toBeVisible();
    await expect
      .poll(async () => {
        const [sent] = await answersTo(db, third.seller.email);
        return sent?.status;
      })
      .toBe("sent");
  });

  await test.step("twelve messages arrive: emails, and messages on customers’ pages", async () => {
    await email(solicitor.email, {
      subject: "We can’t act",
      text_body: "We can’t act for this seller, because of a conflict of interest.",
      mailbox_hashes: [first.id],
    });
    const customer = await anotherBrowser();
    await signIn(db, customer, second.seller.id);
    const theirs = await customer.newPage();
    await theirs.goto(`/dashboard/sell/${second.id}/messages`);
    await theirs.getByLabel("Your message").fill("Can the buyers visit on Saturday?");
    await press(theirs, "Send message");
    await expect(message(theirs, "Message sent")).toBeVisible();
    await press(theirs, "Ask for an update");
    await expect(message(theirs, "You’ve asked for an update")).toBeVisible();
    await expect(theirs.getByText(/We’ll answer .+ by/)).toBeVisible();
    await email(third.seller.email, {
      subject: "The boiler",
      text_body: "The service record is attached.",
      mailbox_hashes: [third.id],
      files: [file("Boiler service.pdf")],
    });
    await email(third.seller.email, {
      subject: "Out of office",
      automatic: "reply",
      mailbox_hashes: [third.id],
    });
    const [sent] = await answersTo(db, third.seller.email);
    await email("mailer-daemon@example.com", {
      subject: "Undelivered Mail Returned to Sender",
      automatic: "bounce",
      failed_recipients: [third.seller.email],
      in_reply_to: [sent?.postmark_message_id ?? ""],
      mailbox_hashes: [third.id],
    });
    await email(fourth.seller.email, { subject: "Thanks", mailbox_hashes: [fourth.id] });
    await email(agent, { subject: "An offer", text_body: `The offer on F-${number} is £200,000.` });
    await email(stranger, {
      subject: "My mother’s home",
      text_body: "I hold her power of attorney.",
    });
    await email(stranger, { subject: "My mother’s home, again" });
    await email(news, { subject: "Our newsletter" });
    await email(first.seller.email, {
      subject: "New account",
      text_body: "Please pay into sort code 20-00-00, account number 12345678.",
      mailbox_hashes: [first.id],
      checks: { ...receivedEmail().checks, dkim: "fail", spf: "fail" },
    });
  });

  await test.step("the desk lists what waits, with one action each", async () => {
    await page.goto("/admin/desk");
    await expect(heading(page, "Desk")).toBeVisible();
    for (const { line_1 } of [first, second, third]) {
      await expect(deskRow(page, line_1, "Answer message")).toBeVisible();
    }
    await expect(deskRow(page, second.line_1, "Answer message")).toContainText("Update requested");
    await expect(deskRow(page, third.line_1, "Correct address")).toContainText(third.seller.email);
    await expect(deskRow(page, fourth.line_1, "Answer message")).toHaveCount(0);
    await inspect(page);
  });

  await test.step("the handler leaves a note for the lead, and answers the solicitor", async () => {
    await deskRow(page, first.line_1, "Answer message")
      .getByRole("link", { name: "Answer message" })
      .click();
    await expect(inStream(page, "We can’t act for this seller")).toBeVisible();
    const forged = inStream(page, "Sender not proved");
    await expect(forged).toContainText(`Claims to be from ${first.seller.email}`);
    await page.locator("summary", { hasText: "Add an internal note" }).click();
    await page.getByLabel("Internal note").fill("Their solicitor can’t act. Find another firm.");
    await press(page, "Save internal note");
    await expect(message(page, "Internal note saved")).toBeVisible();
    await page.getByLabel("Your answer").fill("Your solicitor can’t act. We’ll find another.");
    await page.getByLabel("Close after sending").check();
    await press(page, "Send email");
    await expect(message(page, "Email sent")).toBeVisible();
  });

  await test.step("a phone call answers the seller who asked for an update", async () => {
    await openFromInbox(page, second.line_1);
    await expect(inStream(page, "Can the buyers visit on Saturday?")).toBeVisible();
    await expect(inStream(page, "Asked for an update")).toBeVisible();
    await page.locator("summary", { hasText: "Note a phone call" }).click();
    await page.getByLabel("Who you spoke with").fill("Ada Byron");
    await page.getByLabel("What you discussed").fill("Saturday at 10am suits everyone.");
    await page.getByLabel("This call answers the messages").check();
    await press(page, "Save phone call");
    await expect(message(page, "Phone call saved")).toBeVisible();
  });

  await test.step("the attachment goes to the documents, and the conversation is closed", async () => {
    await openFromInbox(page, third.line_1);
    await expect(inStream(page, "Automatic reply")).toBeVisible();
    await page.getByRole("link", { name: "Add to documents Boiler service.pdf" }).click();
    await page.getByLabel("Where does it belong?").selectOption("seller");
    await press(page, "Add to documents");
    await expect(message(page, "Attachment added to the documents")).toBeVisible();
    await openFromInbox(page, third.line_1);
    await expect(inStream(page, "in Documents").first()).toBeVisible();
    await press(page, "Close conversation");
    await expect(message(page, "Conversation closed")).toBeVisible();
  });

  await test.step("“Thanks” stays in the snoozed conversation and is counted", async () => {
    await page.goto("/admin/inbox?list=snoozed");
    const row = page.getByRole("listitem").filter({ hasText: fourth.line_1 });
    await expect(row).toContainText("2 new messages");
    await inspect(page);
  });

  await test.step("an email that names only the number is suggested, matched and snoozed", async () => {
    await openUnassigned(page, agent);
    await page.locator("#match").click();
    await page.getByText(new RegExp(`^F-${number} `)).click();
    await page.getByRole("button", { name: `Match to F-${number}` }).click();
    await expect(message(page, "Conversation matched")).toBeVisible();
    await page.getByRole("link", { name: "Snooze", exact: true }).click();
    await press(page, "Snooze conversation");
    await expect(message(page, "Conversation snoozed")).toBeVisible();
  });

  await test.step("two emails of a stranger are given to a colleague, and a newsletter is closed", async () => {
    await openUnassigned(page, stranger);
    await expect(inStream(page, "My mother’s home, again")).toBeVisible();
    await page.getByRole("link", { name: "Assign", exact: true }).click();
    await page.getByLabel("Who should answer?").selectOption(tom.id);
    await press(page, "Assign conversation");
    await expect(message(page, "Conversation assigned")).toBeVisible();
    await openUnassigned(page, news);
    await press(page, "Close conversation");
    await expect(message(page, "Conversation closed")).toBeVisible();
  });

  await test.step("nothing is left in the inbox, and the desk has only the address to correct", async () => {
    await page.goto("/admin/inbox");
    await expect(page.getByText("No unanswered conversations.")).toBeVisible();
    await page.goto("/admin/desk");
    await expect(page.getByRole("link", { name: /^(Answer message|Match email)/ })).toHaveCount(0);
    await expect(deskRow(page, third.line_1, "Correct address")).toBeVisible();
  });

  await test.step("each arrival is answered, closed, snoozed or assigned", async () => {
    const senders = [agent, stranger, news];
    const sales = [first, second, third, fourth].map(({ id }) => id);
    const arrivals = await db
      .selectFrom("messages")
      .innerJoin("conversations", "conversations.id", "messages.conversation_id")
      .leftJoin("inbound_emails as email", "email.id", "messages.inbound_email_id")
      .select(["state", "snoozed_until", "conversations.handler_id", "email.subject"])
      .where((eb) =>
        eb.or([
          eb("conversations.transaction_id", "in", sales),
          eb("email.from_email", "in", senders),
        ]),
      )
      .where("messages.kind", "in", ["email_received", "page_message", "update_request"])
      .execute();
    // The message that was snoozed before the morning is the thirteenth.
    expect(arrivals).toHaveLength(13);
    for (const { state, snoozed_until, handler_id: assigned, subject } of arrivals) {
      const isHandled = state !== "open" || snoozed_until !== null || assigned === tom.id;
      expect(isHandled, subject ?? "a message on a page").toBe(true);
    }
  });
});

async function saleOf(db: Db, handler_id: string): Promise<Sale> {
  const sale = await createPaidSale(db);
  await db.updateTable("transactions").set({ handler_id }).where("id", "=", sale.id).execute();
  return sale;
}

const answersTo = (db: Db, recipient: string) =>
  db
    .selectFrom("email_log")
    .select(["status", "postmark_message_id"])
    .where("name", "=", "conversation_answer")
    .where("recipient", "=", recipient)
    .execute();

function file(name: string) {
  const bytes = Buffer.from(pdfOf("A record"));
  return { name, size: bytes.length, bytes, left_out: null, is_embedded: false };
}

const deskRow = (page: Page, line_1: string, action: string) =>
  page
    .getByRole("row")
    .filter({ hasText: line_1 })
    .filter({ has: page.getByRole("link", { name: new RegExp(`^${action}`) }) });

const inStream = (page: Page, text: string) =>
  page.locator(".conversation").getByRole("listitem").filter({ hasText: text });

async function openFromInbox(page: Page, line_1: string) {
  await page.goto("/admin/inbox");
  await openRow(page, line_1);
}

async function openUnassigned(page: Page, sender: string) {
  await page.goto("/admin/inbox?view=unassigned");
  await openRow(page, sender);
}

async function openRow(page: Page, text: string) {
  await page.getByRole("listitem").filter({ hasText: text }).getByRole("link").first().click();
  await expect(page.locator(".conversation")).toBeVisible();
}
