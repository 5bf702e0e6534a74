import { insertSale } from "#tests/db/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { expectErrors } from "./support/seller.ts";
import { message, opener, signInStaff, uniqueName } from "./support/staff.ts";

const plan = {
  name: "plan.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\nplan\n%%EOF\n"),
};

test("a seller sends a message with a file, and a colleague takes over the matter and answers", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
}) => {
  const sale = await insertSale(db, await signInCustomer(db, context, person));
  await db
    .insertInto("orders")
    .values({
      transaction_id: sale.id,
      payment_type: "stripe_direct",
      total_amount_pence: 24_000,
      stripe_transaction_status: "succeeded",
      paid_at: new Date(),
    })
    .execute();
  const own = `/dashboard/sell/${sale.id}/messages`;
  const tab = `/admin/transactions/${sale.id}/messages`;
  const colleague = uniqueName("Tomasin");
  const other = await anotherBrowser();
  await signInStaff(db, other);
  const ada = await other.newPage();
  const third = await anotherBrowser();
  await signInStaff(db, third, colleague, ["handler"]);
  const tomasin = await third.newPage();

  await test.step("an empty message is refused, and a message with a file is sent", async () => {
    await page.goto(`/dashboard/sell/${sale.id}`);
    await page.getByRole("link", { name: "Messages", exact: true }).click();
    await page.getByRole("button", { name: "Send message" }).click();
    await expectErrors(page, ["Enter your message"]);
    await inspect(page);
    await page.getByLabel("Your message").fill("Here is the plan. Is it clear enough?");
    await page.getByLabel("Files (optional)").setInputFiles([plan]);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(message(page, "Message sent")).toBeVisible();
    const sent = page.getByRole("listitem").filter({ hasText: "Is it clear enough?" });
    await expect(sent.getByRole("link", { name: "plan.pdf" })).toBeVisible();
    await inspect(page);
  });

  await test.step("a request for an update says by when we’ll answer", async () => {
    await page.getByRole("button", { name: "Ask for an update" }).click();
    await expect(page.getByRole("heading", { name: "You asked for an update" })).toBeVisible();
    await expect(page.getByText(/^We’ll answer .+ by/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Ask for an update" })).toHaveCount(0);
  });

  await test.step("a lead hands the matter over, and the note is in Messages", async () => {
    await ada.goto(`/admin/transactions/${sale.id}`);
    await opener(ada, "Assign").click();
    await ada.getByLabel("New handler").selectOption({ label: `${colleague} Marsh` });
    await ada.getByLabel("Note", { exact: true }).fill("The seller waits for an update");
    await ada.getByRole("button", { name: "Hand over", exact: true }).click();
    await expect(message(ada, "Matter handed over")).toBeVisible();
    await page.goto(own);
    await expect(page.getByText(`${colleague} Marsh`)).toBeVisible();
    await expect(page.getByText("The seller waits for an update")).toHaveCount(0);
  });

  await test.step("the new handler reads the note and the message, and answers", async () => {
    await tomasin.goto(tab);
    await expect(tomasin.getByText("The seller waits for an update")).toBeVisible();
    await expect(tomasin.getByRole("link", { name: "plan.pdf" })).toBeVisible();
    await inspect(tomasin);
    await tomasin.getByLabel("Your answer").fill("The plan is clear. Thank you.");
    await tomasin.getByRole("button", { name: "Preview" }).click();
    await expect(tomasin.getByRole("heading", { name: "Preview of the email" })).toBeVisible();
    await tomasin.getByRole("button", { name: /^Send email/ }).click();
    await expect(message(tomasin, "Email sent")).toBeVisible();
    await page.goto(own);
    await expect(page.getByText("The plan is clear. Thank you.")).toBeVisible();
    await expect(page.getByText(/^We’ll answer .+ by/)).toHaveCount(0);
  });

  await test.step("a note for a colleague stays until the colleague marks it as read", async () => {
    await ada.goto(tab);
    await ada.getByText("Add an internal note").click();
    await ada.getByLabel("Internal note").fill("Please phone the agent");
    await ada.getByText("Mention a colleague").click();
    await ada.getByLabel(`${colleague} Marsh`).check();
    await ada.getByRole("button", { name: "Save internal note" }).click();
    await expect(message(ada, "Internal note saved")).toBeVisible();
    await tomasin.goto(tab);
    await tomasin.reload();
    await tomasin.getByRole("button", { name: "Mark as read" }).click();
    await expect(message(tomasin, "Note marked as read")).toBeVisible();
    await expect(tomasin.getByRole("button", { name: "Mark as read" })).toHaveCount(0);
  });
});
