import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { at, newDraft, newGroups, PERSON } from "./new-group.ts";

const { db } = useTestDatabase();
let ada: Visitor;
const { draftOf } = newGroups(db, () => ada);

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(() => void vi.restoreAllMocks());

describe("the representative of a new group", () => {
  const part = (draft: string) => at(draft, "/representative");
  const find = (draft: string, email: string) => send(part(draft), ada, { intent: "find", email });

  test("the representative’s page requires a valid email address that belongs to a known user (P-017 B-082 WF-16.3)", async () => {
    const draft = newDraft();
    for (const email of ["", "rae"]) {
      const page = await find(draft, email);
      expect(page.status).toBe(400);
      expect(listSummary(page.html)).toEqual([
        "Please enter a valid email address. It should look like name@example.com",
      ]);
    }
    const page = await find(draft, "nobody@example.test");
    expect(page.status).toBe(404);
    expect(listSummary(page.html)).toEqual(["User not found"]);
    expect(readFields(page.html, "new-representative").email).toBe("nobody@example.test");
    expect((await draftOf(draft)).representative).toBeNull();
  });

  test("the representative’s page finds a user by email, ignoring case (P-017 P-038 B-082 WF-16.3)", async () => {
    const draft = newDraft();
    const rae = await signIn(db, { first_name: "Rae", last_name: "Elm" });
    expect((await find(draft, rae.email.toUpperCase())).location).toBe(at(draft));
    const { text } = await open(at(draft), ada);
    expect(text).toContain(`Name Rae Elm Email ${rae.email} Account Existing account`);
  });

  test.each([
    [
      "staff",
      { type: "admin" as const },
      "This user is a member of staff and cannot represent a seller",
    ],
    ["a blocked user", {}, "This user is blocked"],
  ])("the representative’s page refuses %s with the error $2", async (_name, user, said) => {
    const draft = newDraft();
    const { id, email } = await signIn(db, user);
    if (!("type" in user)) {
      const blocked = { active: false, deactivated_at: new Date() };
      await db.updateTable("users").set(blocked).where("id", "=", id).execute();
    }
    const page = await find(draft, email);
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual([said]);
  });

  test("the representative’s page shows an error if users cannot be read (P-045)", async () => {
    expectError(/column .*phone_number.* does not exist/);
    await withoutTable(db, "users.phone_number", async () => {
      const page = await find(newDraft(), ada.email);
      expect(page.status).toBe(500);
      expect(listSummary(page.html)).toEqual(["There was an error finding user by email"]);
    });
  });

  test("a new representative with the email of an existing user is refused with 409, and the form keeps the typed values (P-019 WF-16.3)", async () => {
    const draft = newDraft();
    const { email } = await signIn(db);
    const page = await send(part(draft), ada, { ...PERSON, email });
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual([
      "User with this email already exists. Use the search bar to find user.",
    ]);
    expect(readFields(page.html, "new-representative")).toMatchObject({ ...PERSON, email });
  });

  test("a new representative is stored in the draft only, and staff can change the details (P-030)", async () => {
    const draft = newDraft();
    const email = `rae.${draft}@elmfield.example`;
    const empty = await send(part(draft), ada, {});
    expect(listSummary(empty.html)).toContain("First name is required");
    expect((await send(part(draft), ada, { ...PERSON, email })).location).toBe(at(draft));
    expect((await open(at(draft), ada)).text).toContain("A new account will be created");
    const again = await open(part(draft), ada);
    expect(readFields(again.html, "new-representative")).toMatchObject({ ...PERSON, email });
    expect(again.title).toBe("Add group - Representative - Fanlight");
    const found = await db.selectFrom("users").select("id").where("email", "=", email).execute();
    expect(found).toEqual([]);
  });
});
