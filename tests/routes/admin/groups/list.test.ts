import { beforeAll, describe, expect, test } from "vitest";
import { changeGroupDraft } from "#app/domain/groups/group-draft.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertGroup, newUnit } from "#tests/support/groups.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { without } from "#tests/support/without.ts";
import { open, postTo } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const LIST = "/admin/transactions-groups";

test("P-001 before there are any", async () => {
  const { text, title } = await open(LIST, ada);
  expect(title).toBe("Groups - Fanlight");
  expect(text).toContain("No groups yet.");
});

describe("P-001 P-002 P-004 the list", () => {
  test("I-004 P-001 P-004 the names in title case, by name, with how many transactions they have", async () => {
    const { id } = await insertGroup(db, { name: "zeal wharf" });
    await insertGroup(db, { name: "abbey MEWS", units: [newUnit(1)] });
    const { html, text } = await open(LIST, ada);
    expect(text).toMatch(/Abbey MEWS 1 .*Zeal Wharf 2 /);
    expect(html).toContain(`href="${LIST}/${id}"`);
    expect(text).toContain("1 - 2 of 2");
    const second = await open(`${LIST}?size=10&page=9`, ada);
    expect(second.text).toContain("Zeal Wharf");
  });

  test("I-042 P-002 P-003 the menu leads here, and the button to the page that adds one", async () => {
    const { html } = await open(LIST, ada);
    expect(html).toMatch(/<a [^>]*href="\/admin\/transactions-groups"[^>]*>Groups<\/a>/);
    expect(html).toMatch(/<a [^>]*href="\/admin\/transactions-groups\/add"[^>]*>Add group<\/a>/);
  });

  test("P-005 P-006 the groups cannot be read", async () => {
    expectError(/There was an error fetching transactions groups/);
    await without(db, "transaction_groups", async () => {
      const page = await open(LIST, ada);
      expect(page.status).toBe(500);
      expect(page.text).toContain("There was an error while fetching transactions groups");
    });
  });
});

describe("P-024 AMB-P01 groups that are not finished", () => {
  const begin = (visitor: Visitor, draft_id: string, name: string) =>
    changeGroupDraft(db, { user_id: visitor.id, draft_id }, (now) => ({ ...now, name }));
  const remove = (draft: string, visitor = ada) =>
    postTo(`${LIST}/drafts/${draft}/delete`, visitor, {});

  test("one's own wait in the list, and lead on", async () => {
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

  test("one is deleted when that is confirmed, and nobody else's", async () => {
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
