import { expect, test } from "vitest";
import { readFacts } from "#app/domain/intelligence/read-facts.server.ts";
import { aMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { addSearch } from "#tests/support/searched-matter.ts";

const { db } = useTestDatabase();

type Check = { first_name: string; status: "pending" | "failed" | "complete"; created_at: string };

async function checksOf(...checks: Check[]) {
  const { id } = await aMatter(db);
  const other = await aMatter(db);
  for (const check of checks) {
    for (const transaction_id of [id, other.id]) {
      await db
        .insertInto("checks")
        .values({
          transaction_id,
          person_type: "seller",
          last_name: "Byron",
          email: "family@example.test",
          phone_number: "+447400123456",
          ...check,
        })
        .execute();
    }
  }
  return (await readFacts(db, id)).checks.map(({ status }) => status);
}

test("O-048 of a person's checks the newest counts", async () => {
  expect(
    await checksOf(
      { first_name: "Ada", status: "failed", created_at: "2026-02-01" },
      { first_name: "ADA", status: "complete", created_at: "2026-02-02" },
    ),
  ).toEqual([]);
  expect(
    await checksOf(
      { first_name: "Ada", status: "failed", created_at: "2026-02-01" },
      { first_name: "Ada", status: "pending", created_at: "2026-02-02" },
    ),
  ).toEqual(["pending"]);
});

test("O-048 two of a family who share an email are two", async () => {
  expect(
    await checksOf(
      { first_name: "Ada", status: "failed", created_at: "2026-02-01" },
      { first_name: "Alan", status: "complete", created_at: "2026-02-02" },
      { first_name: "Ann", status: "pending", created_at: "2026-02-03" },
    ),
  ).toEqual(["failed", "pending"]);
});

test("O-048 a search that was cancelled is nobody's business any more", async () => {
  const { id } = await aMatter(db);
  for (const status of ["cancelled", "in progress"] as const) {
    await addSearch(db, id, { product_id: status.toUpperCase(), status, pages: null });
  }
  const { searches } = await readFacts(db, id);
  expect(searches.map(({ product_id }) => product_id)).toEqual(["IN PROGRESS"]);
});
