import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { readMatterChecks } from "#app/domain/identity-checks/read-checks.server.ts";
import { readFacts } from "#app/domain/intelligence/read-facts.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { useTestDatabase } from "#tests/support/database.ts";

/**
 * The list row, the tab, the dashboard and the pending items each derive the owner and the summary
 * of an identity check separately.
 */

const { db } = useTestDatabase();

type Status = "pending" | "failed" | "aborted" | "complete";
type Part = "seller" | "buyer" | "giftor";
type Person = { email: string; first_name: string; last_name: string };
type Check = Partial<Person> & {
  status: Status;
  result?: "clear" | "consider" | "fail";
  person_type?: Part;
  created_at?: string;
  id?: string;
};

const STATUSES = [null, "pending", "failed", "aborted", "complete"] as const;

type Matter = Awaited<ReturnType<typeof aMatter>>;

let people = 0;

const isBad = (result?: string | null) => result === "consider" || result === "fail";

const same = (state: string) => ({ sql: state, tab: state });

test("customers do not see an identity check until Thirdfort has confirmed its order", async () => {
  const matter = await aMatter();
  await addCheck(matter, { status: "failed", created_at: "2026-11-01" });
  const { id: requested_by } = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
  await db
    .insertInto("identity_checks")
    .values({
      transaction_id: matter.id,
      person_type: "seller",
      phone_number: "+447400123456",
      ...matter.ada,
      status: "pending",
      order_key: crypto.randomUUID(),
      order_sent_at: new Date(),
      requested_by,
    })
    .execute();
  expect(await readAllViews(matter)).toMatchObject({ on_tab: ["pending"], on_dashboard: "failed" });
});

test.each([
  ["clear", "complete", []],
  ["consider", "in_progress", ["complete"]],
  ["fail", "in_progress", ["complete"]],
] as const)(
  "a complete identity check with the result %s is summarised as %s for staff and as complete for customers (N-024)",
  async (result, summary, waited_for) => {
    const matter = await aMatter();
    await addCheck(matter, { status: "complete", result });
    expect(await readAllViews(matter)).toMatchObject({
      ...same(summary),
      on_dashboard: "complete",
      waited_for,
    });
    const { rows } = await sql`
      select from listed_transactions where id = ${matter.id} and id_checks = ${summary}`.execute(
      db,
    );
    expect(rows, "the row that lists are narrowed by").toHaveLength(1);
  },
);

describe("the owner of an identity check, in every view (N-026, F-034, O-048, AMB-C23, AMB-N03)", () => {
  test.each<[string, Partial<Person>, Status | null, Check[]]>([
    ["none", {}, null, []],
    ["theirs", {}, "pending", [{ status: "pending" }]],
    [
      "a name in a different case",
      {},
      "complete",
      [{ status: "complete", first_name: "ADA", last_name: "byron" }],
    ],
    ["a different first name", {}, null, [{ status: "complete", first_name: "Adam" }]],
    ["a different last name", {}, null, [{ status: "complete", last_name: "Lovelace" }]],
    ["a different email", {}, null, [{ status: "complete", email: "bea@example.test" }]],
    ["a check of a buyer", {}, null, [{ status: "complete", person_type: "buyer" }]],
    ["a check of a giftor", {}, null, [{ status: "complete", person_type: "giftor" }]],
    ["an additional space", {}, null, [{ status: "complete", first_name: "Ada " }]],
    ["a wildcard", {}, null, [{ status: "complete", last_name: "B%" }]],
    [
      "accented",
      { first_name: "Siân", last_name: "ŁÓDŹ" },
      "complete",
      [{ status: "complete", first_name: "SIÂN", last_name: "łódź" }],
    ],
    [
      "a missing accent",
      { first_name: "Siân" },
      null,
      [{ status: "complete", first_name: "Sian" }],
    ],
    // A capital sigma becomes the small sigma used within a word, not the final one.
    [
      "Greek in capitals",
      { last_name: "Παππάς" },
      null,
      [{ status: "complete", last_name: "ΠΑΠΠΆΣ" }],
    ],
    [
      "Greek with a small initial",
      { last_name: "Σίμος" },
      "complete",
      [{ status: "complete", last_name: "σίμος" }],
    ],
    [
      "Turkish with a small initial without its dot",
      { first_name: "İpek" },
      "complete",
      [{ status: "complete", first_name: "ipek" }],
    ],
    ["Turkish", { first_name: "İpek" }, "complete", [{ status: "complete", first_name: "İPEK" }]],
    ["German", { last_name: "Groß" }, null, [{ status: "complete", last_name: "Gross" }]],
    [
      "the newer of two, inserted first",
      {},
      "complete",
      [
        { status: "complete", created_at: "2026-02-02" },
        { status: "failed", created_at: "2026-02-01" },
      ],
    ],
    [
      "the newer of two, although it is the worse one",
      {},
      "aborted",
      [
        { status: "complete", created_at: "2026-02-01" },
        { status: "aborted", created_at: "2026-02-02" },
      ],
    ],
    [
      "the later id of two created at the same moment",
      {},
      "failed",
      [
        { status: "failed", created_at: "2026-02-01", id: "f".repeat(24) },
        { status: "complete", created_at: "2026-02-01", id: "e".repeat(24) },
      ],
    ],
  ])(
    "every view shows $2 as the status of the person's identity check (stored check: %s)",
    async (_which, names, status, checks) => {
      const matter = await aMatter(names);
      for (const check of checks) await addCheck(matter, check);
      expect(await readAllViews(matter)).toEqual(hasCheck(status));
    },
  );

  test("an identity check is matched to its person regardless of the case of the email", async () => {
    const matter = await aMatter();
    await addCheck(matter, { status: "failed", email: matter.ada.email.toUpperCase() });
    expect(await readAllViews(matter)).toEqual(hasCheck("failed"));
  });

  test("each of two people with a shared mailbox has their own identity check", async () => {
    const matter = await aMatter();
    const bob = { ...matter.ada, first_name: "Bob" };
    const row = { kind: "seller", transaction_id: matter.id, phone_number: "" } as const;
    await db
      .insertInto("parties")
      .values({ ...row, ...bob })
      .execute();
    await addCheck(matter, { ...bob, status: "failed" });
    await addCheck(matter, { status: "complete" });
    expect(await readAllViews(matter)).toEqual({
      ...same("in_progress"),
      on_tab: ["complete", "failed"],
      on_dashboard: "complete",
      waited_for: ["failed"],
    });
  });
});

const PAIRS = STATUSES.flatMap((one) => STATUSES.map((other) => [one, other] as const));

describe("the summary of two people's identity checks, in SQL and on the tab (N-023, N-024, N-025)", () => {
  test.each(["seller", "buyer", "giftor"] as const)(
    "the list row and the tab summarise two identity checks alike, for every pair of statuses of a seller and a %s",
    async (part) => {
      const matter = await aMatter();
      const buyer = await insertPerson(db, `buyer.${crypto.randomUUID()}@example.test`);
      const purchase = part === "seller" ? null : await insertPurchase(db, matter, buyer.id, true);
      const other = await addParty(
        part,
        purchase ? { purchase_intent_id: purchase.id } : { transaction_id: matter.id },
      );
      if (purchase) {
        const { email, first_name, last_name } = await db
          .selectFrom("users")
          .selectAll()
          .where("id", "=", buyer.id)
          .executeTakeFirstOrThrow();
        await addCheck(matter, {
          status: "complete",
          person_type: "buyer",
          email,
          first_name,
          last_name,
        });
      }
      const always: (Status | null)[] = purchase ? ["complete"] : [];
      for (const [theirs, others] of PAIRS) {
        await db
          .deleteFrom("identity_checks")
          .where("transaction_id", "=", matter.id)
          .where((eb) => eb.or([eb("email", "=", matter.ada.email), eb("email", "=", other.email)]))
          .execute();
        if (theirs) await addCheck(matter, { status: theirs });
        if (others) await addCheck(matter, { status: others, ...other });
        expect(await readSummaries(matter), `${theirs} and ${others}`).toEqual(
          same(summaryOf([...always, theirs, others])),
        );
      }
    },
  );

  test("the summary of a matter's identity checks uses the active purchase, or the newest one if none is active", async () => {
    const matter = await aMatter();
    await addCheck(matter, { status: "complete" });
    const buyers = [];
    for (const name of ["old", "new"]) {
      const buyer = await insertPerson(db, `${name}.${crypto.randomUUID()}@example.test`);
      buyers.push(await insertPurchase(db, matter, buyer.id, false));
      const { email, first_name, last_name } = await db
        .selectFrom("users")
        .selectAll()
        .where("id", "=", buyer.id)
        .executeTakeFirstOrThrow();
      const status = name === "old" ? "complete" : "failed";
      await addCheck(matter, { status, person_type: "buyer", email, first_name, last_name });
    }
    expect(await readSummaries(matter)).toEqual(same("in_progress"));
    await db
      .updateTable("purchase_intents")
      .set({ is_active: true })
      .where("id", "=", buyers[0]!.id)
      .execute();
    expect(await readSummaries(matter)).toEqual(same("complete"));
  });
});

async function aMatter(names: Partial<Person> = {}) {
  const email = `Ada.${crypto.randomUUID()}@Example.test`;
  const { id: seller_id } = await insertPerson(db, email);
  const ada = { first_name: "Ada", last_name: "Byron", ...names };
  await db.updateTable("users").set(ada).where("id", "=", seller_id).execute();
  return { ...(await insertSale(db, seller_id)), seller_id, ada: { ...ada, email } };
}

async function addCheck(matter: Matter, check: Check) {
  await db
    .insertInto("identity_checks")
    .values({
      transaction_id: matter.id,
      person_type: "seller",
      phone_number: "+447400123456",
      ...matter.ada,
      ...check,
    })
    .execute();
}

async function addParty(
  kind: Part,
  owner: { transaction_id?: string; purchase_intent_id?: string },
) {
  const person = {
    email: `party.${crypto.randomUUID()}@example.test`,
    first_name: "Pat",
    last_name: `Party ${people++}`,
  };
  const gift = { amount_pounds: 5_000, relationship: "Parent" } as const;
  await db
    .insertInto("parties")
    .values({ kind, ...owner, ...person, phone_number: "", ...(kind === "giftor" && gift) })
    .execute();
  return { ...person, person_type: kind };
}

async function inLists(db: Db, id: string) {
  const { rows } = await sql<{ id_checks: string }>`
    select id_checks from listed_transactions where id = ${id}`.execute(db);
  return rows[0]?.id_checks;
}

/**
 * Returns the summary on the tab. It covers the sellers and the purchase that counts (N-023 to
 * N-025).
 */
async function byTab(id: string) {
  const { groups } = await readMatterChecks(db, staffReader(), id);
  const [sellers, purchase] = groups;
  const shown = [...(sellers?.people ?? []), ...(purchase?.people ?? [])].map(({ check }) =>
    isBad(check?.result) ? "failed" : (check?.status ?? null),
  );
  if (shown.every((status) => status === null)) return "outstanding";
  const isDone = shown.every((status) => status === "pending" || status === "complete");
  return isDone ? "complete" : "in_progress";
}

async function readSummaries({ id }: Matter) {
  return { sql: await inLists(db, id), tab: await byTab(id) };
}

/** Returns what each view shows about the identity checks of a matter with a sole seller. */
async function readAllViews(matter: Matter) {
  const { id, seller_id } = matter;
  const { groups } = await readMatterChecks(db, staffReader(), id);
  const reader = customerReader(seller_id);
  const { progress } = await readSellerDashboard(db, { id, reader });
  return {
    ...(await readSummaries(matter)),
    on_tab: groups[0]!.people.map(({ check }) => check?.status ?? null),
    on_dashboard: progress.checks[0]?.status ?? null,
    waited_for: (await readFacts(db, staffReader(), id)).checks.map(({ status }) => status),
  };
}

function hasCheck(status: Status | null) {
  // An identity check that was never ordered is not pending while no solicitor is assigned.
  const isOpen = status !== null && status !== "complete";
  return {
    ...same(summaryOf([status])),
    on_tab: [status],
    on_dashboard: status,
    waited_for: isOpen ? [status] : [],
  };
}

/**
 * Returns the summary for no checks (N-023), for only pending or complete ones (N-024), or for any
 * other checks (N-025).
 */
function summaryOf(statuses: readonly (Status | null)[]) {
  if (statuses.every((status) => status === null)) return "outstanding";
  const good = statuses.filter((status) => status === "pending" || status === "complete");
  return good.length === statuses.length ? "complete" : "in_progress";
}
