import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setFault } from "#mocks/faults.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { at, newDraft, newGroups, UNIT } from "./new-group.ts";

const { db } = useTestDatabase();
const doubles = useDoubles();
let ada: Visitor;
const { draftOf, fieldsOf, filledDraft, submitPage } = newGroups(db, () => ada);

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(() => void vi.restoreAllMocks());

describe("“Save and Continue” of a new group (P-012 P-021)", () => {
  test("saving an empty group lists the missing parts (P-013 P-021 P-022 P-023 WF-16.2)", async () => {
    const page = await submitPage(newDraft());
    expect(page.status).toBe(400);
    expect(page.title).toMatch(/^Error: /);
    expect(listSummary(page.html)).toEqual([
      "Validation failed. Please check all required fields.",
      "Transactions group name is required",
      "Representative is required",
      "Add at least one unit with its asking price",
      "Company seller is required",
    ]);
    expect(page.text).toContain(
      "The information you have entered is invalid. Please check each field for errors and try again.",
    );
    for (const id of ["group-name", "group-representative", "group-company", "group-units"]) {
      expect(page.html).toContain(`href="#${id}"`);
      expect(page.html).toContain(`id="${id}"`);
    }
  });

  test("a group with the name of an existing group is refused with 400 and an error that names the group (P-020 P-028 WF-16.5)", async () => {
    await insertGroup(db, { name: "Taken" });
    const page = await submitPage(await filledDraft(), { name: "TAKEN" });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toContain('Transactions group already exists with name "TAKEN"');
  });

  test("repeated submits create one group and delete its draft (I-006 I-034 P-053 P-054 P-055 WF-16.6)", async () => {
    const draft = await filledDraft();
    const typed = { ...(await fieldsOf(draft)), name: "harbour mews" };
    const [first, second] = await Promise.all([
      send(at(draft), ada, typed),
      send(at(draft), ada, typed),
    ]);
    const third = await send(at(draft), ada, typed);
    expect(first.location).toMatch(/^\/admin\/transactions-groups\/success\?group=[0-9a-f]{24}$/);
    expect([second.location, third.location]).toEqual([first.location, first.location]);
    expect((await send(at(draft), ada, { ...typed, intent: "keep" })).status).toBe(204);
    const drafts = await db
      .selectFrom("drafts")
      .select("form")
      .where("form", "like", `%${draft}`)
      .execute();
    expect(drafts).toEqual([]);
    const { html, text, title } = await open(first.location!, ada);
    expect(title).toBe("You've successfully created a transaction group - Fanlight");
    expect(text).toContain("Harbour Mews: 2 transactions");
    for (const plot of [1, 2]) {
      expect(html).toMatch(
        new RegExp(`href="/admin/transactions/[0-9a-f]{24}"[^>]*>Plot ${plot}, Elm Field, York`),
      );
    }
    expect(html).toMatch(
      /<a[^>]*href="\/admin\/transactions-groups"[^>]*>Back to transactions groups<\/a>/,
    );
  });

  test("a group with a Stripe payment is created with unpaid units if Stripe cannot be reached (P-014 AMB-E14)", async () => {
    expectError(/There was an error while looking up the payment of a group/);
    await setFault(doubles.state, "stripe", "down");
    const draft = await filledDraft();
    const stripe_transaction_id = `pi_${draft}`;
    const made = await submitPage(draft, { name: `Paid ${draft}`, stripe_transaction_id });
    expect(made.location).toContain("/success");
    expect(await draftOf(draft)).toMatchObject({ name: "", units: [] });
    const orders = await db
      .selectFrom("orders")
      .innerJoin("transactions", "transactions.id", "orders.transaction_id")
      .innerJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
      .select(["payment_type", "stripe_transaction_status", "paid_at"])
      .where("transaction_groups.stripe_transaction_id", "=", stripe_transaction_id)
      .execute();
    const unpaid = {
      payment_type: "stripe_direct",
      stripe_transaction_status: null,
      paid_at: null,
    };
    expect(orders).toEqual([unpaid, unpaid]);
  });

  test("saving a group answers 409 if its draft was changed in another tab", async () => {
    const draft = await filledDraft();
    const seen = await fieldsOf(draft);
    await send(at(draft, "/units/add"), ada, { ...UNIT, "address.line_1": "Plot 9" });
    const page = await send(at(draft), ada, { ...seen, name: `Seen ${draft}` });
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual([
      "This group was changed in another tab or on another device. Check the details on this page, then save again",
    ]);
    expect(page.text).toContain("3 Plot 9");
    const again = { ...readFields(page.html, "group"), name: `Seen ${draft}` };
    expect((await send(at(draft), ada, again)).location).toContain("/success");
  });

  test("saving a group answers 409 with “This user is blocked” if its representative was blocked in the meantime", async () => {
    const user = await signIn(db);
    const draft = await filledDraft({ user_email: user.email });
    await db
      .updateTable("users")
      .set({ active: false, deactivated_at: new Date() })
      .where("id", "=", user.id)
      .execute();
    const page = await submitPage(draft, { name: `Blocked ${draft}` });
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual(["This user is blocked"]);
    expect(page.html).toContain('href="#group-representative"');
  });

  test.each([
    ["P-047", "users", "There was an error while creating representative"],
    ["P-048", "companies", "There was an error while creating company"],
    ["P-050", "order_items", "There was an error while creating transactions group"],
    ["P-049", "transaction_groups", "There was an error while processing transactions group"],
  ])(
    "saving a group shows the error $2 and keeps the draft if the table $1 cannot be written ($0 P-056 P-057 WF-16.7 AMB-P03)",
    async (_row, table, message) => {
      expectError(/the table is broken/);
      const draft = await filledDraft();
      const mend = await breakWrites(db, table);
      const page = await submitPage(draft, { name: `Broken ${draft}` });
      await mend();
      expect(page.status).toBe(500);
      expect(page.text).toContain(`${message} Please go back and try again.`);
      const back = /<a[^>]*href="([^"]*)"[^>]*>Go back<\/a>/.exec(page.html)?.[1];
      expect(back).toBe(at(draft));
      expect((await open(back!, ada)).text).toContain("2 units");
      expect((await submitPage(draft)).location).toContain("/success");
    },
  );

  test.each([
    ["companies", "Error creating company"],
    ["order_items", "Create manual transactions failed"],
  ])("saving a group while %s cannot be written logs “%s” (P-051 P-052)", async (table, what) => {
    expectError(new RegExp(what));
    const draft = await filledDraft();
    const mend = await breakWrites(db, table);
    await submitPage(draft, { name: `Reported ${draft}` });
    await mend();
  });

  test("saving a group with a forged form key creates no group", async () => {
    const draft = await filledDraft();
    const page = await submitPage(draft, { name: `Forged ${draft}`, form_key: "x.y.z" });
    expect(page.status).toBe(409);
    const found = await db
      .selectFrom("transaction_groups")
      .select("id")
      .where("name", "=", `Forged ${draft}`)
      .execute();
    expect(found).toEqual([]);
  });
});

test.each(["", "?group=x", `?group=${"0".repeat(24)}`])(
  "the success page of a group answers 404 for the query “%s” (P-063)",
  async (query) => {
    const page = await open(`/admin/transactions-groups/success${query}`, ada);
    expect(page.status).toBe(404);
    expect(page.text).toContain("Transaction group not found");
    expect(page.text).toContain("Back to transactions groups");
  },
);
