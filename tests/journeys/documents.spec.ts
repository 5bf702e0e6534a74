import { createPaidSale } from "#tests/support/documents.ts";
import { expect, test } from "./support/fixtures.ts";
import { signIn } from "./support/people.ts";
import { expectErrors, press } from "./support/seller.ts";
import { message, openDialog, row, signInStaff } from "./support/staff.ts";

const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(`%PDF-1.4\n${name}\n%%EOF\n`),
});

test("a seller sends documents, staff send one back, and accept it the second time", async ({
  page,
  context,
  db,
  inspect,
  anotherBrowser,
}) => {
  const sale = await createPaidSale(db);
  await signIn(db, context, sale.seller.id);
  const other = await anotherBrowser();
  await signInStaff(db, other);
  const ada = await other.newPage();
  const tab = `/admin/transactions/${sale.id}/documents`;
  const own = `/dashboard/sell/${sale.id}/documents`;
  const lease = page
    .getByRole("listitem")
    .filter({ has: page.getByText("Lease", { exact: true }) });

  await test.step("the dashboard leads to the documents that the home needs", async () => {
    await page.goto(`/dashboard/sell/${sale.id}`);
    await page.getByRole("link", { name: "5 documents to send" }).click();
    await expect(page.getByRole("heading", { name: "5 documents for you to send" })).toBeVisible();
    await expect(lease).toContainText("Your home is leasehold");
    await inspect(page);
  });

  await test.step("an upload without a file says so, and two files at once are received", async () => {
    await lease.getByRole("button", { name: /^Upload ?: Lease$/ }).click();
    await expectErrors(page, ["Choose a file"]);
    await inspect(page);
    await page.getByLabel(/^Files ?: Lease$/).setInputFiles([pdf("lease.pdf"), pdf("plan.pdf")]);
    await page.getByRole("button", { name: /^Upload ?: Lease$/ }).click();
    await expect(page.getByRole("heading", { name: /We’ve received your files/ })).toBeVisible();
    await expect(page.getByRole("heading", { name: "4 documents for you to send" })).toBeVisible();
    await expect(lease).toContainText("Received");
    await expect(lease.getByRole("link", { name: "lease.pdf" })).toBeVisible();
    await inspect(page);
  });

  await test.step("a seller who doesn’t have a document says why", async () => {
    const pack = page.getByRole("listitem").filter({ hasText: "Management pack" });
    await pack.getByText("I don’t have this", { exact: true }).click();
    await pack.getByLabel(/Why don’t you have it/).fill("My solicitor has ordered it");
    await pack.getByRole("button", { name: "Send reason" }).click();
    await expect(page.getByRole("heading", { name: /Thanks for telling us/ })).toBeVisible();
    await expect(page.getByText("You don’t have this: My solicitor has ordered it")).toBeVisible();
  });

  await test.step("staff find the documents to review and send the lease back", async () => {
    await ada.goto("/admin/documents");
    await expect(ada.getByText("My solicitor has ordered it").first()).toBeVisible();
    await inspect(ada);
    await ada.goto(tab);
    await expect(row(ada, "Lease")).toContainText("Received");
    await inspect(ada);
    await row(ada, "Lease").getByRole("link", { name: "Send back Lease" }).click();
    await ada.getByLabel("Reason").fill("Page 2 is missing");
    await inspect(ada);
    await ada.getByRole("dialog").getByRole("button", { name: "Send back" }).click();
    await expect(message(ada, "Decision saved")).toBeVisible();
    await expect(row(ada, "Lease")).toContainText("Page 2 is missing");
  });

  await test.step("the seller reads the reason and sends the lease again", async () => {
    await page.goto(own);
    await expect(lease).toContainText("Page 2 is missing");
    await inspect(page);
    await page.getByLabel(/^Files ?: Lease$/).setInputFiles(pdf("lease-complete.pdf"));
    await page.getByRole("button", { name: /^Upload ?: Lease$/ }).click();
    await expect(lease).toContainText("lease-complete.pdf");
  });

  await test.step("staff accept the lease, and request another document", async () => {
    await ada.goto(tab);
    await row(ada, "Lease").getByRole("button", { name: "Accept Lease" }).click();
    await expect(message(ada, "Document accepted")).toBeVisible();
    await expect(row(ada, "Lease")).toContainText("Accepted");
    await openDialog(ada, "Request a document", "Request a document");
    await ada.getByLabel("Document", { exact: true }).selectOption({ label: "Guarantee" });
    await ada.getByLabel(/Why we need it/).fill("For the new windows");
    await inspect(ada);
    await press(ada, "Request document");
    await expect(message(ada, "Document requested")).toBeVisible();
    await page.goto(own);
    await expect(page.getByText("For the new windows")).toBeVisible();
    await expect(lease).toContainText("Accepted on");
    await inspect(page);
  });
});
