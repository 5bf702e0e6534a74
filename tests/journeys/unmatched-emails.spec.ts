import { sql } from "kysely";
import {
  countUnmatchedEmails,
  receiveEmail,
} from "#app/domain/inbound-emails/received-emails.server.ts";
import { matchEmails } from "#app/domain/inbound-emails/match-emails.server.ts";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { receivedEmail } from "#tests/support/inbound-emails.ts";
import { withExclusiveLock } from "./support/exclusive.ts";
import { expect, test } from "./support/fixtures.ts";
import { heading, press } from "./support/seller.ts";
import { message, openDialog, signInStaff, uniqueName } from "./support/staff.ts";

/** Receives an email that matches no matter, unless `change` makes it match. */
const receive = (db: Db, subject: string, change: Parameters<typeof receivedEmail>[0]) =>
  receiveEmail(db, receivedEmail({ subject, ...change }));

test("emails that match no matter are listed, and a rematch finds their matters (WF-20, I-023, T-001 to T-011, AMB-T01, AMB-T02)", async ({
  page,
  context,
  db,
  person,
  scripts,
  inspect,
}) => {
  const subject = uniqueName("When do we complete?");
  const street = uniqueName("Quarry Lane");
  await signInStaff(db, context);
  const result = (title: string) => page.getByRole("region", { name: `Result: ${title}` });
  const expectCounts = async (title: string, counts: Record<string, number>) => {
    for (const [term, count] of Object.entries(counts)) {
      const fact = result(title)
        .locator(".summary-list > div")
        .filter({ has: page.getByText(term, { exact: true }) });
      await expect(fact.locator("dd")).toHaveText(String(count));
    }
  };

  await withExclusiveLock(db, "rematch", async () => {
    // Match the other journeys’ emails first, so that they do not change the counts.
    const left = await db
      .selectFrom("inbound_emails")
      .select("id")
      .where("transaction_id", "is", null)
      .execute();
    await db.transaction().execute((trx) =>
      matchEmails(
        trx,
        left.map(({ id }) => id),
      ),
    );
    const before = await countUnmatchedEmails(db);

    await test.step("three emails that match no matter are listed (WF-20.1)", async () => {
      await page.goto("/mocks/post-box/write");
      await page.getByLabel("From").fill(person.email);
      await page.getByLabel("Subject").fill(subject);
      await page.getByLabel("Text").fill("We would like to move in spring.");
      await page.getByLabel("Attachments").setInputFiles({
        name: "Plan.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.from(pdfOf("A plan")),
      });
      await press(page, "Send");
      await expect(message(page, "Our site received the email")).toBeVisible();
      await receive(db, uniqueName("By its address"), { text_body: `1 ${street}, YO1 7HZ` });
      await receive(db, uniqueName("Of nothing"), {});
      await page.goto("/admin/unmatched-emails");
      await expect(heading(page, "Unmatched Emails")).toBeVisible();
      await expect(page.getByText(`${before + 3} unmatched emails`, { exact: true })).toBeVisible();
      await page.getByText(subject).click();
      await expect(
        page.locator("details[open]").getByText("We would like to move in spring."),
      ).toBeVisible();
      const written = page.getByRole("listitem").filter({ hasText: subject });
      await expect(written.getByText("1 attachment")).toBeVisible();
      await expect(written.getByText("Sender not verified.")).toBeVisible();
      const downloading = page.waitForEvent("download");
      await written.getByRole("link", { name: "Download Plan.pdf" }).click();
      expect((await downloading).suggestedFilename()).toBe("Email attachment 1.pdf");
      await inspect(page);
    });

    const { id, property_id } = await insertSale(db, (await insertPerson(db, person.email)).id);
    const { address_id } = await db
      .selectFrom("properties")
      .select("address_id")
      .where("id", "=", property_id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable("addresses")
      .set({ line_1: `1 ${street}`, postcode: "YO1 7HZ" })
      .where("id", "=", address_id)
      .execute();

    await test.step("a rematch finds the matters of two emails: one by its sender and one by the property’s address (WF-20.1)", async () => {
      await press(page, "Rematch unmatched emails");
      await expect(message(page, "Rematch started")).toBeVisible();
      await waitForResult("Rematch unmatched emails");
      await expectCounts("Rematch unmatched emails", {
        Total: before + 3,
        "New matches": 2,
        "Still unmatched": before + 1,
        "Email address of a participant": 1,
        "Postcode and first line of the property": 1,
      });
      await expect(page.getByText(`${before + 1} unmatched emails`, { exact: true })).toBeVisible();
      await expect(page.getByText(subject)).toHaveCount(0);
      await inspect(page);
      await page.goto(`/admin/transactions/${id}/events`);
      await expect(page.getByText(subject, { exact: true })).toBeVisible();
      await expect(page.getByText(/Matched by: Email address of a participant$/)).toBeVisible();
      const received = page
        .getByRole("listitem")
        .filter({ has: page.getByText(subject, { exact: true }) });
      await expect(received.getByText("1 attachment")).toBeVisible();
      await expect(received.getByText("Sender not verified")).toHaveCount(0);
      await inspect(page);
    });

    await test.step("staff rematch all emails after a confirmation (WF-20.2)", async () => {
      await db
        .updateTable("users")
        .set({ email: `was.${person.email}` })
        .where("email", "=", person.email)
        .execute();
      await page.goto("/admin/unmatched-emails");
      await openDialog(page, "Rematch all emails", "Rematch all emails");
      await inspect(page);
      await page.getByRole("dialog").getByRole("button", { name: "Rematch all emails" }).click();
      await waitForResult("Rematch all emails");
      // Emails in the demonstration data may now match other matters, so the count is not exact.
      await expect(result("Rematch all emails")).toContainText(/Changed matches\s*[1-9]/);
      await expect(result("Rematch all emails")).toContainText(/Unchanged matches\s*[1-9]/);
      await expect(page.getByText(subject)).toBeVisible();
    });

    await test.step("a rematch that takes longer than a minute shows an error (WF-20.2)", async () => {
      await db
        .updateTable("email_rematches")
        .set({ started_at: sql`started_at - interval '1 hour'` })
        .execute();
      await db
        .insertInto("email_rematches")
        .values({ kind: "all", total: 5, started_at: new Date(Date.now() - 61_000) })
        .execute();
      try {
        await page.goto("/admin/unmatched-emails");
        await expect(page.getByText("There was an error rematching all emails")).toBeVisible();
        await expect(page.getByText("0 of 5 emails were checked.")).toBeVisible();
        await inspect(page);
      } finally {
        await db.deleteFrom("email_rematches").where("total", "=", 5).execute();
      }
    });
  });

  async function waitForResult(title: string) {
    await expect(async () => {
      const refresh = page.getByRole("link", { name: "Refresh", exact: true });
      if (!scripts && (await refresh.count()) > 0) await refresh.click();
      await expect(page.getByRole("heading", { name: `Result: ${title}` })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
  }
});

test("Ask Charlie plays a scripted conversation without requests to a server (WF-26.1, U-003 to U-005)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  await page.goto("/admin/ask-charlie");
  await inspect(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const replies = page.getByRole("log").getByText(/£540 including VAT/);
  await expect(replies).toHaveCount(0);
  for (const [step, link] of ["Ask about the engrossment fee", /^Draft a reply/].entries()) {
    await page.getByRole("link", { name: link }).click();
    if (scripts) {
      await expect(
        page.getByRole("status").getByText("Reading this matter’s emails"),
      ).toBeVisible();
      await expect(page.getByRole("status").getByText("Reviewing the contract pack")).toBeVisible();
      await expect(replies).toHaveCount(step);
    }
    await expect(replies).toHaveCount(step + 1);
    if (!scripts) await expect(page).toHaveURL(new RegExp(`step=${step + 1}$`));
  }
  if (scripts) {
    expect(asked).toEqual([]);
    await expect(page.getByRole("link", { name: "Start again" })).toBeFocused();
  }
  await inspect(page);
});
