import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import {
  expectPath,
  fillSignUp,
  heading,
  linkSent,
  openAboutYou,
  press,
  requestSignIn,
  ageFormKey,
} from "./support/seller.ts";

for (const [what, path, again] of [
  ["sign-in", "/sign-in", "/sign-in"],
  ["sign-up", "/buy/get-started", "/buy/get-started"],
] as const) {
  test(`the page after ${what} announces the email, shows the address and lets the visitor change it (B-028, B-054)`, async ({
    page,
    person,
    scripts,
    inspect,
  }) => {
    await page.goto(path);
    if (what === "sign-in") {
      await requestSignIn(page, person.email);
    } else {
      await fillSignUp(page, person);
      await press(page, "Send me a magic link");
    }
    await expect(linkSent(page)).toBeVisible();
    if (scripts) {
      await expect(heading(page, "Check your email")).toBeFocused();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    }
    await expect(page.getByText(person.email)).toBeVisible();
    await inspect(page);

    await page.getByRole("link", { name: "Change it" }).click();
    await expectPath(page, again);
    await expect(page.getByLabel("Email address")).toHaveValue(person.email);
    if (what === "sign-up") {
      await expect(page.getByLabel("First name")).toHaveValue("Sam");
      await expect(page.getByLabel("Mobile number")).toHaveValue("07400 123456");
    }
    const right = person.email.replace("@", ".right@");
    await page.getByLabel("Email address").fill(right);
    await ageFormKey(page, what);
    await press(page, "Send me a magic link");
    await expect(page.getByText(right)).toBeVisible();
  });
}

test("a form that is submitted after its session ended keeps its values (A-023)", async ({
  page,
  context,
  person,
  postbox,
  db,
  scripts,
  inspect,
}) => {
  const id = await signInCustomer(db, context, person);
  await openAboutYou(page);
  await page.getByLabel("First name").fill("Samantha");
  await db
    .updateTable("sessions")
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where("user_id", "=", id)
    .execute();
  await press(page, "Save and continue");

  await expect(
    page.getByText(
      "Your session has ended. Sign in in a new tab, then reload this page to send your answers.",
    ),
  ).toBeVisible();
  await inspect(page);
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Sign in (opens in a new tab)" }).click(),
  ]);
  await requestSignIn(tab, person.email);
  await expect(linkSent(tab)).toBeVisible();
  await tab.goto(await postbox.link(person.email));
  if (!scripts) await press(tab, "Continue");
  await expectPath(tab, "/welcome-back");

  await page.reload();
  await expectPath(page, "/sell/about-the-property");
  await page.goto("/sell/about-you");
  await expect(page.getByLabel("First name")).toHaveValue("Samantha");
});
