import { sql } from "kysely";
import { failWrites } from "./support/failing-writes.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, press } from "./support/seller.ts";

test("a visitor sends the contact form (WF-24.2, G-012, G-013, G-029 to G-036, AMB-G05)", async ({
  page,
  scripts,
  person,
  db,
  postbox,
  inspect,
}) => {
  await page.goto("/#contact");
  const form = page.locator("#contact-us");
  const send = () => press(form, "Send message");

  const button = form.getByRole("button", { name: "Send message" });
  const fill = async (label: string, text: string) => {
    await form.getByLabel(label).fill(text);
  };

  await test.step("an empty form shows every error, by Enter if its button is still disabled", async () => {
    await expect(button).toBeEnabled({ enabled: !scripts });
    await inspect(page);
    if (scripts) await form.getByLabel("Full name").press("Enter");
    else await send();
    await expect(page).toHaveURL(/#contact$/);
    await expectErrors(page, [
      "Full name is required",
      "Invalid email address. It should look like name@example.com",
      "Message is required",
      "Referrer is required. Tell us how you heard about us",
    ]);
    await expect(page.locator(".error-summary")).toBeInViewport();
    await inspect(page);
  });

  await test.step("an invalid mobile number is rejected, and the other values are kept", async () => {
    await fill("Full name", "Sam Seller");
    await fill("Email address", "sam@example");
    await fill("Your message", "How long\ndoes it take?");
    await fill("How did you hear about us?", "A friend");
    await expect(button).toBeEnabled({ enabled: !scripts });
    if (scripts) {
      await expect(button).toHaveAccessibleDescription("Still needed: Email address");
      await button.focus();
      await expect(button).toBeFocused();
      await expect(form.getByLabel("Email address")).toHaveAccessibleDescription(
        "Error: Invalid email address. It should look like name@example.com",
      );
    }
    await fill("Email address", person.email);
    await expect(button).toBeEnabled();
    await fill("Mobile number", "123");
    await expect(button).toBeEnabled({ enabled: !scripts });
    await fill("Mobile number", "07400 12345");
    await send();
    await expectErrors(page, ["Invalid mobile number. Enter a number like 07400 123456"]);
    await expect(form.getByLabel("Your message")).toHaveValue("How long\ndoes it take?");
    await form.getByLabel("Mobile number").fill("07400 123456");
  });

  await test.step("a failed save shows an error and keeps the form (WF-24.2)", async () => {
    const mend = await failWrites(
      db,
      "contact_requests",
      sql`new.email = ${sql.lit(person.email)}`,
    );
    await send();
    await expect(page.locator(".error-summary")).toContainText(
      "There was an error. Please contact support at support@fanlight.example",
    );
    await expect(form.getByLabel("Your message")).toHaveValue("How long\ndoes it take?");
    await expect(form.getByLabel("Mobile number")).toHaveValue("07400 123456");
    await inspect(page);
    await mend();
  });

  await test.step("a double click sends the form once", async () => {
    await form.getByRole("button", { name: "Send message" }).dblclick();
    const sent = page.getByText(
      "Your message has been sent! We will get back to you within 24 hours.",
    );
    await expect(sent).toBeVisible();
    await expect(sent).toBeInViewport();
    await inspect(page);
    await page.reload();
    await expect(sent).toBeVisible();
    await page.getByRole("link", { name: "Send another message" }).click();
    await expect(form.getByLabel("Full name")).toHaveValue("");
  });

  const stored = await db
    .selectFrom("contact_requests")
    .selectAll()
    .where("email", "=", person.email)
    .execute();
  expect(stored).toMatchObject([
    { full_name: "Sam Seller", mobile_number: "+447400123456", referrer: "A friend" },
  ]);
  await expect(async () => {
    const emails = await postbox.of("team@fanlight.example");
    const ours = emails.filter(({ TextBody }) => TextBody.includes(person.email));
    expect(ours.map(({ Tag }) => Tag)).toEqual(["contact_request"]);
  }).toPass();
});
