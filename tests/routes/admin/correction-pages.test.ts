import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { readFields } from "./fields.ts";
import { open, send } from "./pages.ts";
import { createMatter } from "./transaction-tabs/matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

async function tenurePage() {
  const { id } = await createMatter(db);
  const path = `/admin/transactions/${id}/actions/correct-tenure`;
  const page = await open(path, ada);
  const submit = (fields: Record<string, string>) =>
    send(path, ada, { ...readFields(page.html, "action"), ...fields });
  return { page, submit };
}

test("the form that corrects the tenure asks for details only below “Other”", async () => {
  const { page, submit } = await tenurePage();
  const revealing = page.html.match(/<input[^>]*data-reveals[^>]*>/g);
  expect(revealing).toEqual([expect.stringContaining('value="Other"')]);
  const refused = await submit({ tenure: "Other" });
  expect(refused.text).toContain("Please provide details");
});

test("a correction that changes nothing is refused with what to do", async () => {
  const { submit } = await tenurePage();
  const refused = await submit({});
  expect(refused.text).toContain("This is the same as now. Change it, or select Cancel");
});

test("the confirmation of a correction shows the new value, the value now and the number of emails", async () => {
  const { submit } = await tenurePage();
  const { text } = await submit({ tenure: "Leasehold" });
  expect(text).toMatch(/Tenure Leasehold Now: \w+/);
  expect(text).toMatch(/Who will be emailed \d+ emails?/);
});
