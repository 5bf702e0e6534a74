import { beforeAll, describe, expect, test } from "vitest";
import { changeGroupDraft } from "#app/domain/groups/group-draft.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertGroup, newUnit } from "#tests/support/groups.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { open, postAndReadFlash } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const LIST = "/admin/transactions-groups";

test("the list of groups shows a message if there are none (P-001)", async () => {
  const { text, title } = await open(LIST, ada);
  expect(title).toBe("Groups - Fanlight");
  expect(text).toContain("No groups yet.");
});

describe("the list of groups (P-001 P-002 P-004)", () => {
  test("the list of groups shows names in title case, ordered by name, with transaction counts (I-004 P-001 P-004)", async () => {
    const { id } = await insertGroup(db, { name: "zeal wharf" });
    await insertGroup(db, { name: "abbey MEWS", units: [newUnit(1)] });
    const { html, text } = await open(LIST, ada);
    expect(text).toMatch(/Abbey MEWS 1 .*Zeal Wharf 2 /);
    expect(html).toContain(`href="${LIST}/${id}"`);
    expect(text).toContain("1 - 2 of 2");
    const second = await open(`${LIST}?size=10&page=9`, ada);
    expect(second.text).toContain("Zeal Wharf");
  });

  test("the menu links to the list of groups, and the list links to “Add group” (I-042 P-002 P-003)", async () => {
    const { html } = await open(LIST, ada);
    expect(html).toMatch(/<a [^>]*href="\/admin\/transactions-groups"[^>]*>Groups<\/a>/);
    expect(html).toMatch(/<a [^>]*href="\/admin\/transactions-groups\/add"[^>]*>Add group<\/a>/);
  });

  test("the list of groups shows an error if the groups cannot be read (P-005 P-006)", async () => {
    expectError(/There was an error fetching transactions groups/);
    await withoutTable(db, "transaction_groups", async () => {
      const page = await open(LIST, ada);
      expect(page.status).toBe(500);
      expect(page.text).toContain("There was an error while fetching transactions groups");
    });
  });
});

describe("unfinished groups (P-024 AMB-P01)", () => {
  const begin = (visitor: Visitor, draft_id: string, name: string) =>
    changeGroupDraft(db, { user_id: visitor.id, draft_id }, (now) => ({ ...now, name }));
  const remove = (draft: string, visitor = ada) =>
    postAndReadFlash(`${LIST}/drafts/${draft}/delete`, visitor, {});

  test("the list of unfinished groups shows staff only the groups they started, with a link to continue", async () => {
    const [tom, bea] = [await signIn(db, { type: "admin" }), await signIn(db, { type: "admin" })];
    const [one, other] = ["a".repeat(24), "b".repeat(24)];
    await begin(tom, one, "unfinished court");
    await begin(bea, other, "");
    const { html, text } = await open(LIST, tom);
    expect(text).toContain("Your unfinished groups");
    expect(text).toContain("Unfinished Court 0");
    expect(html).toContain(`href="${LIST}/add?draft=${one}"`);
    expect(html).not.toContain(other);
    expect((await open(LIST, bea)).text).toContain("No name yet");
    expect((await open(LIST, ada)).text).not.toContain("Your unfinished groups");
  });

  test("an unfinished group can be deleted after confirmation, only by the person who started it", async () => {
    const tom = await signIn(db, { type: "admin" });
    const draft = "c".repeat(24);
    await begin(tom, draft, "short lived");
    const asked = await open(`${LIST}/drafts/${draft}/delete`, tom);
    expect(asked.text).toContain("This deletes Short Lived with 0 units.");
    expect((await open(`${LIST}/drafts/${draft}/delete`, ada)).status).toBe(404);
    await remove(draft);
    expect((await open(LIST, tom)).text).toContain("Short Lived");
    expect(await remove(draft, tom)).toEqual({
      location: LIST,
      flash: { kind: "success", title: "Unfinished group deleted" },
    });
    expect((await open(LIST, tom)).text).not.toContain("Short Lived");
    const gone = await open(`${LIST}/drafts/${draft}/delete`, tom);
    expect(gone.text).toContain("This group has already been finished or deleted");
  });
});
