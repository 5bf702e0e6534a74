import { expect, test } from "vitest";
import { z } from "zod";
import { NAME_CLEANED } from "#app/domain/shared/messages.ts";
import { otherNames, staffEnteredNames } from "#app/domain/shared/names.server.ts";
import { ContactForm } from "#app/domain/contact/contact.server.ts";
import { LeadsForm } from "#app/domain/leads/leads.server.ts";
import { SignUpForm } from "#app/auth/forms.server.ts";
import { parseForm } from "#app/forms/form.server.ts";

/** Tests that names that lose a character are returned for review. */

const Person = z.object({ ...otherNames, note: z.string().optional() });

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function replyTo(fields: Record<string, string>, schema: z.ZodType = Person) {
  const submission = await parseForm(formOf(fields), schema);
  return { status: submission.status, ...submission.reply() };
}

const ADA = { first_name: "Ada", middle_name: "", last_name: "Marsh" };

test("a name in which only an apostrophe was corrected is accepted without a review", async () => {
  const submission = await parseForm(formOf({ ...ADA, last_name: "O´Brien" }), Person);
  expect(submission).toMatchObject({ status: "success", value: { last_name: "O'Brien" } });
});

test("cleaned names are filled in whether or not scripts run, even if nothing is left", async () => {
  const reply = await replyTo({ ...ADA, first_name: "A£da", middle_name: "=", note: "£5" });
  expect(reply).toMatchObject({
    status: "error",
    error: { first_name: [NAME_CLEANED], middle_name: [NAME_CLEANED] },
    initialValue: { first_name: "Ada", last_name: "Marsh", note: "£5" },
    state: { validated: { first_name: true, middle_name: true } },
    intent: {
      type: "update",
      payload: { value: { first_name: "Ada", middle_name: "", last_name: "Marsh", note: "£5" } },
    },
  });
});

test("cleaned names do not overwrite the hidden fields of the page", async () => {
  const { intent } = await replyTo({ ...ADA, first_name: "A£da", form_key: "old", version: "1" });
  expect(intent?.payload).toEqual({ value: { first_name: "Ada", last_name: "Marsh" } });
});

test("a cleaned name is reported together with all other errors", async () => {
  const { error } = await replyTo({ ...ADA, first_name: "A£da", last_name: "" });
  expect(error).toEqual({
    first_name: [NAME_CLEANED],
    last_name: ["Last name must be at least 2 characters long"],
  });
});

test("a button that does not validate the form leaves the name unchanged", async () => {
  const { initialValue } = await replyTo({ ...ADA, first_name: "A£da", intent: "address.find:x" });
  expect(initialValue).toMatchObject({ first_name: "A£da" });
});

test("a name is unchanged if it was sent twice", async () => {
  const form = formOf(ADA);
  form.append("first_name", "£");
  expect((await parseForm(form, Person)).reply().error).not.toHaveProperty("last_name");
  expect(form.getAll("first_name")).toEqual(["Ada", "£"]);
});

test.each([
  ["sign-up", SignUpForm, "first_name"],
  ["contact", ContactForm, "full_name"],
  ["a lead", LeadsForm, "leads[0].seller_1_name"],
  ["a second seller of a lead", LeadsForm, "leads[0].seller_2_name"],
  [
    "a legal assistant",
    z.object({ legal_assistants: z.array(z.object(staffEnteredNames)) }),
    "legal_assistants[1].last_name",
  ],
])("the form for %s shows the cleaned name", async (_, schema, field) => {
  const { error, initialValue } = await replyTo({ [field]: "Ann [x]" }, schema);
  expect(error).toMatchObject({ [field]: [NAME_CLEANED] });
  expect(JSON.stringify(initialValue)).toContain("Ann x");
});

test("cleaning 900 name fields takes less than two seconds", async () => {
  const fields = Object.fromEntries(
    Array.from({ length: 900 }, (_, row) => [
      `rows[${row % 100}].x${row}.first_name`,
      "£".repeat(100),
    ]),
  );
  const start = performance.now();
  await replyTo(fields, z.object({}));
  expect(performance.now() - start).toBeLessThan(2_000);
});
