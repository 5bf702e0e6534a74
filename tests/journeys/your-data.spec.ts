import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { expect, test } from "./support/fixtures.ts";
import { aCustomer, signIn } from "./support/people.ts";
import { expectPath, heading, linkSent, press, ageFormKey } from "./support/seller.ts";
import { openDialog, signInStaff } from "./support/staff.ts";

const ASK = "Ask for a copy";

const letTimePass = (db: Db, user_id: string) =>
  db
    .updateTable("sessions")
    .set({ signed_in_at: sql`now() - interval '16 minutes'` })
    .where("user_id", "=", user_id)
    .execute();

/**
 * Opens a link in the browser that requested it. Without scripts the page needs a click on
 * Continue.
 */
async function follow(page: Page, link: string, scripts: boolean) {
  await page.goto(link);
  if (!scripts) await press(page, "Continue");
}

test("a customer requests a copy of their data, is emailed, signs in again and downloads the copy", async ({
  page,
  context,
  db,
  person,
  postbox,
  scripts,
  inspect,
}) => {
  const id = await aCustomer(db, person);
  await signIn(db, context, id);
  await page.goto("/welcome-back");
  await page.getByRole("main").getByRole("link", { name: "Your data" }).click();
  await expect(heading(page, "Your data")).toBeVisible();
  await inspect(page);

  await page.getByRole("button", { name: ASK }).dblclick();
  await expect(page.getByText("We’re preparing your copy").first()).toBeVisible();
  await postbox.expectNames(person.email, ["data_copy_ready"]);
  await page.reload();
  await expect(page.getByText("Your copy is ready.")).toBeVisible();
  await inspect(page);
  const copies = () =>
    db.selectFrom("data_copies").select("id").where("user_id", "=", id).execute();
  expect(await copies()).toHaveLength(1);

  await letTimePass(db, id);
  await page.reload();
  await page.getByRole("link", { name: /^Download your copy/ }).click();
  await expectPath(page, "/sign-in");
  await expect(page.getByLabel("Email address")).toHaveValue(person.email);
  await inspect(page);
  await ageFormKey(page, "sign-in");
  await press(page, "Send me a magic link");
  await expect(linkSent(page)).toBeVisible();
  await follow(page, await postbox.link(person.email), scripts);
  await expectPath(page, "/your-data");

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download your copy/ }).click(),
  ]);
  const files = unzipSync(await readFile(await file.path()));
  expect(Buffer.from(files["data/users.json"]!).toString()).toContain(person.email);
  expect(Object.keys(files)).toContain("Read me first.html");

  await page.goBack();
  await page.goForward();
  await letTimePass(db, id);
  await page.goto("/your-data");
  await press(page, "Ask for a new copy");
  await expectPath(page, "/sign-in");
  expect(await copies()).toHaveLength(1);
});

test("staff request a copy of a person’s data, which only that person can download", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
}) => {
  const id = await aCustomer(db, person);
  await signInStaff(db, context);
  await page.goto(`/admin/users/${id}`);
  await openDialog(
    page,
    "Request a copy of Sam Seller’s data",
    "Request a copy of Sam Seller’s data",
  );
  await inspect(page);
  await press(page, "Request a copy of Sam Seller’s data");
  await expect(page.getByText("Copy requested").first()).toBeVisible();
  await postbox.expectNames(person.email, ["data_copy_ready"]);
  const { id: copy } = await db
    .selectFrom("data_copies")
    .select("id")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  expect((await page.request.get(`/your-data/copies/${copy}`)).status()).toBe(404);
});

test("a customer requests erasure, and their data is deleted once staff carry out the request", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
  anotherBrowser,
}) => {
  const id = await aCustomer(db, person);
  await signIn(db, context, id);
  await page.goto("/your-data");
  await page.getByRole("link", { name: "See what we’d delete" }).click();
  await expect(heading(page, "Delete your data")).toBeVisible();
  await inspect(page);
  await page.getByRole("button", { name: "Ask us to delete my data" }).dblclick();
  await expectPath(page, "/your-data");
  await expect(
    page.getByText("Someone on our team will review it and email you.").first(),
  ).toBeVisible();
  await page.goBack();
  await press(page, "Ask us to delete my data");
  await expectPath(page, "/your-data");
  await postbox.expectNames(person.email, ["erasure_acknowledged"]);
  const requests = await db
    .selectFrom("privacy_requests")
    .select("id")
    .where("user_id", "=", id)
    .execute();
  expect(requests).toHaveLength(1);

  const office = await anotherBrowser();
  await signInStaff(db, office);
  const desk = await office.newPage();
  await desk.goto("/admin/users");
  await desk.getByRole("link", { name: "Data requests" }).click();
  await expect(heading(desk, "Data requests")).toBeVisible();
  await inspect(desk);
  const row = desk.locator(`#row-${requests[0]?.id}`);
  await row.getByRole("link", { name: /^Refuse/ }).click();
  await press(desk, "Email refusal");
  await expect(
    desk.getByText("Enter the reason. We’ll email it to the customer as you write it").first(),
  ).toBeVisible();
  await inspect(desk);
  await desk.goto("/admin/privacy-requests");
  await row.getByRole("link", { name: /^Erase/ }).click();
  await expect(desk.getByText("send one last email")).toBeVisible();
  await inspect(desk);
  await press(desk, "Erase Sam Seller");
  await expect(desk.getByText("Erasing this person’s data").first()).toBeVisible();
  await postbox.expectNames(person.email, ["erasure_acknowledged", "erasure_begun"]);

  await page.goto("/your-data");
  await expectPath(page, "/sign-in");
  await expect(async () => {
    const user = db.selectFrom("users").select("first_name").where("id", "=", id);
    expect((await user.executeTakeFirstOrThrow()).first_name).toBe("Erased");
  }).toPass();
});

test("a customer withdraws a request to delete their data, and an invalid mobile number is rejected (CU-16, CU-13)", async ({
  page,
  context,
  db,
  person,
  inspect,
}) => {
  const id = await aCustomer(db, person);
  await signIn(db, context, id);
  await page.goto("/your-data/erasure");
  await press(page, "Ask us to delete my data");
  await expectPath(page, "/your-data");
  await inspect(page);
  await press(page, "Withdraw this request");
  await expect(page.getByText("You’ve withdrawn your request").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "See what we’d delete" })).toBeVisible();

  await page.getByRole("link", { name: "Change your phone number or address" }).click();
  await expect(heading(page, "Your phone number and address")).toBeVisible();
  await inspect(page);
  await page.getByLabel("Mobile number").fill("12");
  await press(page, "Save changes");
  await expect(page.getByText("Invalid mobile number").first()).toBeVisible();
  await inspect(page);
});

test("a customer reports incorrect data, and staff answer", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
  anotherBrowser,
}) => {
  const id = await aCustomer(db, person);
  await signIn(db, context, id);
  await page.goto("/your-data");
  await page.getByRole("link", { name: "Tell us what’s wrong" }).click();
  await expect(heading(page, "Ask us to correct your data")).toBeVisible();
  await inspect(page);
  await press(page, "Send request");
  await expect(page.getByText("Tell us what’s wrong and what it should be").first()).toBeVisible();
  await inspect(page);
  await page.getByLabel("What should we correct?").fill("My name is not Sam.");
  await page.getByRole("button", { name: "Send request" }).dblclick();
  await expectPath(page, "/your-data");
  await expect(
    page.getByText("Someone on our team will review it and email you.").first(),
  ).toBeVisible();
  const asked = await db
    .selectFrom("correction_requests")
    .select("id")
    .where("user_id", "=", id)
    .execute();
  expect(asked).toHaveLength(1);

  const office = await anotherBrowser();
  await signInStaff(db, office);
  const desk = await office.newPage();
  await desk.goto("/admin/privacy-requests");
  await inspect(desk);
  await desk.locator(`#answer-${asked[0]?.id}`).click();
  await expect(desk.getByRole("blockquote").getByText("My name is not Sam.")).toBeVisible();
  await press(desk, "Email answer");
  await expect(desk.getByText("Choose whether you corrected the data").first()).toBeVisible();
  await inspect(desk);
  await desk.getByLabel("Corrected").check();
  await desk.getByLabel("Answer", { exact: true }).fill("Your name is right now.");
  await press(desk, "Email answer");
  await expect(desk.getByText("Answer emailed").first()).toBeVisible();
  await postbox.expectNames(person.email, ["correction_answered"]);
  await page.goto("/your-data");
  await expect(page.getByText("We’ve corrected your data: Your name is right now.")).toBeVisible();
});
