import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { readFields } from "../fields.ts";
import { runLoader, open, send } from "../pages.ts";
import { ADD, at, newDraft, newGroups, UNIT } from "./new-group.ts";

const { db } = useTestDatabase();
let ada: Visitor;
const { draftOf, fieldsOf, submitPage } = newGroups(db, () => ada);

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(() => void vi.restoreAllMocks());

describe("the draft of a new group (P-003 AMB-P01)", () => {
  test("the page of a new group redirects to the URL of a new draft if the URL names none (I-005 P-003 WF-16.1)", async () => {
    const first = (await open(ADD, ada)).location;
    expect(first).toMatch(/^\/admin\/transactions-groups\/add\?draft=[0-9a-f]{24}$/);
    expect((await open(ADD, ada)).location).not.toBe(first);
    expect((await open(`${ADD}?draft=x'--`, ada)).location).toMatch(/\?draft=[0-9a-f]{24}$/);
    expect((await open(`${ADD}/units/add`, ada)).location).toMatch(/add\?draft=[0-9a-f]{24}$/);
    expect(await db.selectFrom("drafts").selectAll().execute()).toEqual([]);
  });

  test("the page of a new group has empty cards and the button “Save and Continue” (P-007 P-008 P-009 P-010 P-011 P-012)", async () => {
    const { html, text, title } = await open(at(newDraft()), ada);
    expect(title).toBe("Add group - Fanlight");
    for (const said of [
      "Transactions group",
      "Group name",
      "Representative",
      "No representative chosen yet.",
      "Property",
      "No units yet.",
      "Company seller",
      "No company chosen yet.",
      "Payment",
      "Stripe transaction ID (optional)",
    ]) {
      expect(text).toContain(said);
    }
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Save and Continue<\/button>/);
    expect(text).not.toContain("The information you have entered is invalid.");
  });

  test("the page of a new group shows the usual product prices, and that the units cost £0.00 (P-041 P-042 AMB-P06)", async () => {
    const { text } = await open(at(newDraft()), ada);
    expect(text).toContain("Service fee £240.00 £0.00");
    expect(text).toContain("Search pack £480.00 £0.00");
  });

  test("every button of the page of a new group saves the typed values in the draft (P-024)", async () => {
    const draft = newDraft();
    for (const [intent, path] of [
      ["representative.change", `${ADD}/representative`],
      ["company.change", `${ADD}/company`],
      ["units.add", `${ADD}/units/add`],
    ]) {
      const typed = {
        name: `Name before ${path!}`,
        stripe_transaction_id: "pi_1",
        intent: intent!,
      };
      expect((await submitPage(draft, typed)).location).toBe(`${path!}?draft=${draft}`);
      expect(await draftOf(draft)).toMatchObject({ name: typed.name });
    }
    expect((await submitPage(draft, { name: "As it is typed", intent: "keep" })).status).toBe(204);
    expect(await fieldsOf(draft)).toMatchObject({
      name: "As it is typed",
      stripe_transaction_id: "pi_1",
    });
  });

  test("a draft of a group is separate for each tab and each member of staff (P-024)", async () => {
    const [one, other] = [newDraft(), newDraft()];
    await submitPage(one, { name: "One", intent: "keep" });
    await submitPage(other, { name: "Other", intent: "keep" });
    expect((await fieldsOf(one)).name).toBe("One");
    expect((await fieldsOf(other)).name).toBe("Other");
    const tom = await signIn(db, { type: "admin" });
    expect(readFields((await open(at(one), tom)).html, "group").name).toBe("");
  });

  test("concurrent changes to a draft from two tabs are all kept", async () => {
    const draft = newDraft();
    const [one, other] = [await fieldsOf(draft), await fieldsOf(draft)];
    const plot = (number: number) => ({ ...UNIT, "address.line_1": `Plot ${number}` });
    await Promise.all([
      send(at(draft, "/units/add"), ada, plot(1)),
      send(at(draft, "/units/add"), ada, plot(2)),
      send(at(draft), ada, { ...one, name: "Typed here", intent: "keep" }),
    ]);
    const lines = (await draftOf(draft)).units.map(({ address }) => address.line_1);
    expect(lines.sort()).toEqual(["Plot 1", "Plot 2"]);
    expect((await draftOf(draft)).name).toBe("Typed here");
    expect(other.mark).toBe(one.mark);
    expect((await fieldsOf(draft)).mark).not.toBe(one.mark);
  });

  test("the page of a new group shows an error if it cannot be read (P-049)", async () => {
    expectError(/relation "products" does not exist/);
    await withoutTable(db, "products", async () => {
      const page = await open(at(newDraft()), ada);
      expect(page.status).toBe(500);
      expect(page.text).toContain("There was an error while processing transactions group");
    });
  });
});

test("the pages of a new group’s parts redirect a visitor without a session to sign in (P-026)", async () => {
  for (const part of ["/representative", "/company", "/units/add"]) {
    expect((await runLoader(at(newDraft(), part))).location).toMatch(/^\/sign-in/);
  }
});
