import { expect, test } from "vitest";
import { readMatterChecks } from "#app/domain/identity-checks/read-checks.server.ts";
import { readFacts } from "#app/domain/intelligence/read-facts.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();

type Status = "pending" | "failed" | "aborted" | "complete";
type Check = {
  first_name: string;
  status: Status;
  email?: string;
  person_type?: "seller" | "buyer";
};

/** A sale of two who share a mailbox, with these checks, the oldest first. */
async function aSale(checks: readonly Check[]) {
  const email = `home.${crypto.randomUUID()}@example.test`;
  const ada = await insertPerson(db, email);
  const { id } = await insertSale(db, ada.id);
  const named = { last_name: "Byron", phone_number: "+447400123456" };
  const bob = { kind: "seller", transaction_id: id, first_name: "Bob", email, ...named } as const;
  await db.insertInto("parties").values(bob).execute();
  for (const [index, check] of checks.entries()) {
    const created_at = new Date(Date.UTC(2026, 0, index + 1));
    const row = { transaction_id: id, person_type: "seller", ...named, created_at } as const;
    await db
      .insertInto("checks")
      .values({ ...row, ...check, email: check.email ?? email.toUpperCase() })
      .execute();
  }
  return { id, seller_id: ada.id };
}

/** Four places ask whose check it is: two in SQL, and two by the rule of the tab. */
test.each<{
  name: string;
  checks: Check[];
  tab: [ada: Status | null, bob: Status | null];
  summary: string;
  dashboard: boolean;
  waited_for: Status[];
}>([
  {
    name: "nobody's",
    checks: [],
    tab: [null, null],
    summary: "outstanding",
    dashboard: false,
    waited_for: [],
  },
  {
    name: "each of two at one address has their own",
    checks: [
      { first_name: "Bob", status: "failed" },
      { first_name: "Ada", status: "complete" },
    ],
    tab: ["complete", "failed"],
    summary: "in_progress",
    dashboard: true,
    waited_for: ["failed"],
  },
  {
    name: "whatever the case of the letters",
    checks: [
      { first_name: "ADA", status: "complete" },
      { first_name: "bOb", status: "pending" },
    ],
    tab: ["complete", "pending"],
    summary: "complete",
    dashboard: true,
    waited_for: ["pending"],
  },
  {
    name: "of several the newest",
    checks: [
      { first_name: "Ada", status: "complete" },
      { first_name: "Ada", status: "failed" },
      { first_name: "Bob", status: "failed" },
      { first_name: "Bob", status: "complete" },
    ],
    tab: ["failed", "complete"],
    summary: "in_progress",
    dashboard: false,
    waited_for: ["failed"],
  },
  {
    name: "not one of somebody who has another name, address or part in it",
    checks: [
      { first_name: "Eve", status: "pending" },
      { first_name: "Ada", status: "complete", email: "former@example.test" },
      { first_name: "Ada", status: "failed", person_type: "buyer" },
    ],
    tab: [null, null],
    summary: "outstanding",
    dashboard: false,
    waited_for: [],
  },
])("N-026 F-034 O-048 AMB-N03 whose check it is: $name", async ({ checks, ...expected }) => {
  const { id, seller_id } = await aSale(checks);
  const { groups, progress } = await readMatterChecks(db, id);
  const reader = { id: seller_id, type: "customer" } as const;
  const facts = await readFacts(db, id);
  expect({
    name: expected.name,
    tab: groups[0]!.people.map(({ check }) => check?.status ?? null),
    summary: progress.id_checks,
    dashboard: (await readSellerDashboard(db, { id, reader })).progress.check === "complete",
    waited_for: facts.checks.map(({ status }) => status),
  }).toEqual(expected);
});
