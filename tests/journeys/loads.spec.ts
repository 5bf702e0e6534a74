import {
  assignSolicitors,
  createMatter,
  createPaidMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { createMatterWithPeople } from "#tests/routes/admin/transaction-tabs/checked-matter.ts";
import type { Db } from "#db/connection.ts";
import { exchangedMatter, newestChase } from "#tests/support/chased-matter.ts";
import { insertConversation, insertMatter } from "#tests/support/conversations.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { expect, test } from "./support/fixtures.ts";
import { countLoads } from "./support/loads.ts";
import { expectPath, press } from "./support/seller.ts";
import { message, opener, signInStaff, uniqueName } from "./support/staff.ts";

/** The loads of staff tasks, by their numbers. loads-changes.spec.ts has changes and endings. */

const overview = (id: string) => `/admin/transactions/${id}`;

test("staff set a date and correct a phone number in place (4, 8)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id, purchase, seller } = await createMatterWithPeople(db);
  await page.goto(overview(id));
  await inspect(page);

  const dates = await countLoads(page, async () => {
    const date = page.getByRole("group", { name: "Sale Agreed" });
    for (const [part, text] of Object.entries({ Day: "02", Month: "11", Year: "2099" })) {
      await date.getByLabel(part, { exact: true }).fill(text);
    }
    await press(page, "Save Sale Agreed");
    await expect(message(page, "Significant dates saved")).toBeVisible();
    await expectPath(page, overview(id));
  });
  if (scripts) expect(dates).toBeLessThanOrEqual(1);
  const { sale_agreed } = await db
    .selectFrom("purchase_intents")
    .select("sale_agreed")
    .where("id", "=", purchase.id)
    .executeTakeFirstOrThrow();
  expect(sale_agreed).toBe("2099-11-02");

  const phones = await countLoads(page, async () => {
    const row = page.locator(`#row-${seller.person_id}`);
    await row.locator("summary").click();
    await row.getByRole("textbox").fill("07400 123777");
    await row.getByRole("button", { name: /^Save/ }).click();
    await expect(message(page, "Details corrected")).toBeVisible();
    await expect(row.getByRole("link", { name: "07400 123777" })).toBeVisible();
  });
  if (scripts) expect(phones).toBeLessThanOrEqual(1);
});

test("staff order the ID checks of everyone on a matter (6)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id } = await createMatterWithPeople(db);
  await page.goto(overview(id));
  const loads = await countLoads(page, async () => {
    await page.getByRole("link", { name: "Order ID checks" }).click();
    await expect(page.getByRole("heading", { name: "Order ID checks" })).toBeVisible();
    await inspect(page);
    await press(page, "Order checks");
    await expect(message(page, "ID checks ordered")).toBeVisible();
    await expectPath(page, overview(id));
  });
  if (scripts) expect(loads).toBe(2);
});

test("the buyer found email is the next step until staff send it (5)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  const matter = await createPaidMatter(db, uniqueName("Arch"));
  await createPurchaseAtStage(db, matter, { active: true });
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  await page.goto(overview(matter.id));
  const strip = page.getByRole("group", { name: "Progress of this matter" });
  const loads = await countLoads(page, async () => {
    await strip.getByRole("link", { name: "Send buyer found email" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send buyer found email" }).click();
    await expect(message(page, "Buyer found email sent")).toBeVisible();
    await expectPath(page, overview(matter.id));
  });
  if (scripts) expect(loads).toBe(2);
  await expect(strip.getByRole("link", { name: "Send buyer found email" })).toHaveCount(0);
});

test("staff assign both solicitors from the record (3)", async ({ page, context, db, scripts }) => {
  await signInStaff(db, context);
  const name = uniqueName("Able");
  const law_firm_id = await insertLawFirm(db, { name });
  for (const side of ["Sellers", "Buyers"]) {
    await insertLawyerGroup(db, { name: `${name} ${side}`, law_firm_id });
  }
  const matter = await createPaidMatter(db, uniqueName("Arch"));
  await createPurchaseAtStage(db, matter, { active: true });
  await page.goto(overview(matter.id));
  const loads = await countLoads(page, async () => {
    await page.locator("#firm-seller").click();
    for (const side of ["Seller", "Buyer"]) {
      await page
        .getByLabel(`${side} solicitor`)
        .selectOption({ label: `${name} ${side}s, ${name}` });
    }
    await press(page, "Check and continue");
    await press(page, "Yes, I'm sure. Assign solicitors");
    await expect(
      message(page, "You've successfully assigned solicitors for this transaction."),
    ).toBeVisible();
  });
  if (scripts) expect(loads).toBe(2);
});

test("staff open the seller’s other matter (9)", async ({ page, context, db, scripts }) => {
  await signInStaff(db, context);
  const one = await createMatter(db, uniqueName("Arch"));
  const line_1 = uniqueName("Brook");
  const other = await createMatter(db, line_1);
  const seller_id = await sellerOf(db, one.id);
  await db.updateTable("transactions").set({ seller_id }).where("id", "=", other.id).execute();
  await page.goto(overview(one.id));
  const loads = await countLoads(page, async () => {
    const details = page.locator("details", { hasText: "Other matters" });
    if (!(await details.getByRole("link").first().isVisible())) {
      await details.locator("summary").click();
    }
    await details.getByRole("link", { name: new RegExp(line_1) }).click();
    await expectPath(page, overview(other.id));
  });
  if (scripts) expect(loads).toBe(1);
});

test("staff upload a document from the record (18)", async ({ page, context, db, scripts }) => {
  await signInStaff(db, context);
  const { id } = await createPaidSale(db);
  await page.goto(overview(id));
  const loads = await countLoads(page, async () => {
    await page.locator("summary", { hasText: "Upload documents" }).click();
    await page.getByLabel("Where do they belong?").selectOption("seller");
    await page.getByLabel("Files").setInputFiles({
      name: "note.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\nnote\n%%EOF\n"),
    });
    await press(page, "Upload");
    await expect(message(page, "1 file added")).toBeVisible();
    await expectPath(page, overview(id));
  });
  if (scripts) expect(loads).toBeLessThanOrEqual(1);
});

test("staff sort the list by unpaid and by late (7, 15)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  await createMatter(db, uniqueName("Arch"));
  await page.goto("/admin/transactions");
  const sorts = { "Unpaid since": "unpaid_since", "Late by": "late_by" };
  for (const [label, sort] of Object.entries(sorts)) {
    const loads = await countLoads(page, async () => {
      await page.getByLabel("Sort by").selectOption({ label });
      const apply = page.getByRole("button", { name: /Apply|Filter/ });
      if (await apply.first().isVisible()) await apply.first().click();
      await expect(page).toHaveURL(new RegExp(`sort=${sort}`));
      // The address changes before the filters are rendered again, which resets an early choice.
      await expect(page.getByRole("link", { name: "Clear filters" })).toBeVisible();
    });
    if (scripts) expect(loads).toBe(1);
  }
});

test("staff find a matter with a typing error and by a part of a number (1)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  const { id, property_id } = await createMatter(db, "7 Zephyrine Terrace");
  const digits = String(Math.floor(100_000 + Math.random() * 899_999));
  await db
    .updateTable("properties")
    .set({ title_number: `WYK${digits}` })
    .where("id", "=", property_id)
    .execute();
  for (const typed of ["zephyrnie", digits]) {
    await page.goto("/admin/transactions");
    const loads = await countLoads(page, async () => {
      const box = page.locator('input[name="q"]');
      await box.fill(typed);
      if (scripts) {
        await page
          .getByRole("option", { name: /Zephyrine Terrace/ })
          .first()
          .click();
      } else {
        await press(page, "Search");
        await page
          .getByRole("link", { name: /Zephyrine Terrace/ })
          .first()
          .click();
      }
      await expect(page).toHaveURL(/transactions\/[0-9a-f]{24}/);
    });
    if (scripts) expect(loads).toBe(1);
    if (typed === digits) await expectPath(page, overview(id));
  }
});

test("one button makes the file of a matter, and the page offers it (27)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  const { id } = await createMatter(db, uniqueName("Arch"));
  await page.goto(overview(id));
  const loads = await countLoads(page, async () => {
    await page.getByRole("link", { name: "Full matter file" }).click();
    await press(page, "Make file");
    await expect(async () => {
      const again = page.getByRole("link", { name: "Check again" });
      if (!scripts && (await again.isVisible())) await again.click();
      await expect(page.getByText("The file is ready.")).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });
  if (scripts) expect(loads).toBe(1);
  await expect(page.getByRole("link", { name: /^Download file/ })).toBeVisible();
});

test("staff see who changed what, from what to what (25)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id, seller } = await createMatterWithPeople(db);
  await page.goto(overview(id));
  const row = page.locator(`#row-${seller.person_id}`);
  await row.locator("summary").click();
  await row.getByRole("textbox").fill("07400 123888");
  await row.getByRole("button", { name: /^Save/ }).click();
  await expect(message(page, "Details corrected")).toBeVisible();
  const loads = await countLoads(page, async () => {
    await page.getByRole("link", { name: "History of views and changes" }).click();
    await expectPath(page, `${overview(id)}/history`);
    const change = page.getByRole("row", { name: /from 07400 123456 to 07400 123888/ });
    await expect(change).toContainText("Ada Marsh");
    await inspect(page);
  });
  if (scripts) expect(loads).toBe(1);
});

const conversation = (id: string) => `/admin/inbox/${id}`;

test("staff read what has happened since yesterday and what is theirs (2, 14)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  const { id: handler_id } = await signInStaff(db, context);
  const line_1 = uniqueName("Arch");
  const { id } = await createPaidMatter(db, line_1);
  await db.updateTable("transactions").set({ handler_id }).where("id", "=", id).execute();
  await insertConversation(db, { transaction_id: id, author_id: await sellerOf(db, id) });
  await page.goto("/admin/transactions");
  const mine = await countLoads(page, async () => {
    await page.getByRole("link", { name: /^Desk/ }).first().click();
    await expectPath(page, "/admin/desk");
    await expect(page.getByRole("row", { name: new RegExp(line_1) }).first()).toBeVisible();
  });
  if (scripts) expect(mine).toBe(1);
  const since = await countLoads(page, async () => {
    await page.getByRole("link", { name: "Since yesterday" }).click();
    await expectPath(page, "/admin/desk/since-yesterday");
    const events = page.getByRole("region", { name: new RegExp(line_1) });
    await expect(events.getByText("Payment successful")).toBeVisible();
    await inspect(page);
  });
  if (scripts) expect(since).toBe(1);
});

test("staff answer a message from the inbox (10)", async ({
  page,
  context,
  db,
  scripts,
  postbox,
  inspect,
}) => {
  const { id: handler_id } = await signInStaff(db, context);
  const { id, seller } = await insertMatter(db, handler_id);
  const text = uniqueName("When do we exchange?");
  await insertConversation(db, { transaction_id: id, author_id: seller.id }, { text });
  await page.goto("/admin/inbox");
  const loads = await countLoads(page, async () => {
    await page
      .getByRole("listitem")
      .filter({ hasText: text })
      .getByRole("link", { name: "Ada Byron" })
      .click();
    await page.getByLabel("Your answer").fill("Your solicitors plan to exchange on Friday.");
    await inspect(page);
    await press(page, "Send email");
    await expect(message(page, "Email sent")).toBeVisible();
  });
  if (scripts) expect(loads).toBe(1);
  await expect(page.getByText("Your solicitors plan to exchange on Friday.").first()).toBeVisible();
  await postbox.expectNames(seller.email, ["conversation_answer"]);
});

test("staff chase a solicitor from the record (11)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id } = await exchangedMatter(db, uniqueName("Arch"));
  await page.goto(overview(id));
  const loads = await countLoads(page, async () => {
    await opener(page, "Chase seller’s solicitor").click();
    await expect(page.getByText("You can’t undo this.")).toBeVisible();
    await inspect(page);
    await press(page, "Send email");
    await expect(message(page, "Email queued")).toBeVisible();
    await expectPath(page, overview(id));
  });
  if (scripts) expect(loads).toBeLessThanOrEqual(1);
  expect((await newestChase(db, id)).answer).toBeNull();
});

test("staff note a phone call from the record (12)", async ({ page, context, db, scripts }) => {
  await signInStaff(db, context);
  const { id } = await createPaidMatter(db, uniqueName("Arch"));
  await page.goto(overview(id));
  const loads = await countLoads(page, async () => {
    await page.getByRole("link", { name: /^Messages/ }).click();
    await page.locator("summary", { hasText: "Note a phone call" }).click();
    await page.getByLabel("Who you spoke with").fill("Ada Byron");
    await page.getByLabel("What you discussed").fill("The boiler was serviced in May.");
    await press(page, "Save phone call");
    await expect(message(page, "Phone call saved")).toBeVisible();
  });
  if (scripts) expect(loads).toBe(1);
  await expect(page.getByText("Phone call with Ada Byron")).toBeVisible();
});

test("staff hand a matter to a colleague from the record (13)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
  anotherBrowser,
}) => {
  await signInStaff(db, context);
  const tom = await signInStaff(db, await anotherBrowser(), uniqueName("Tom"), ["handler"]);
  const { id } = await createPaidMatter(db, uniqueName("Arch"));
  await page.goto(overview(id));
  const handOver = async () => {
    await opener(page, "Assign").click();
    await page.getByLabel("New handler").selectOption(tom.id);
    await page.getByLabel("Note", { exact: true }).fill("The seller prefers the phone.");
  };
  const loads = await countLoads(page, async () => {
    await handOver();
    await inspect(page);
    await press(page, "Hand over");
    await expect(message(page, "Matter handed over")).toBeVisible();
    await expectPath(page, overview(id));
  });
  if (scripts) expect(loads).toBeLessThanOrEqual(1);
  const { handler_id } = await db
    .selectFrom("transactions")
    .select("handler_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(handler_id).toBe(tom.id);
  await expect(page.getByRole("group", { name: "Progress of this matter" })).toContainText("Tom");
});

test("staff put an email that fits no matter on its matter (30)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  const line_1 = uniqueName("Arch");
  const { id } = await createMatter(db, line_1);
  const stranger = await insertConversation(db, { sender: `${crypto.randomUUID()}@example.com` });
  await page.goto(conversation(stranger));
  const loads = await countLoads(page, async () => {
    await page.locator("#match").click();
    await page.getByLabel("Find a matter").fill(line_1);
    await press(page.getByRole("search").filter({ hasText: "Find a matter" }), "Search");
    await page.getByText(new RegExp(`^F-\\d+ ${line_1}`)).click();
    await expect(page.getByRole("group", { name: "Which side?" })).toBeVisible();
    await inspect(page);
    await page.getByRole("button", { name: /^Match to F-/ }).click();
    await expect(message(page, "Conversation matched")).toBeVisible();
  });
  if (scripts) expect(loads).toBe(1);
  await expect(page.getByRole("heading", { level: 2, name: new RegExp(line_1) })).toBeVisible();
  const { transaction_id } = await db
    .selectFrom("messages")
    .innerJoin("conversations", "conversations.id", "messages.conversation_id")
    .select("transaction_id")
    .where("conversations.transaction_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(transaction_id).toBe(id);
});

async function sellerOf(db: Db, id: string) {
  const { seller_id } = await db
    .selectFrom("transactions")
    .select("seller_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return seller_id;
}
