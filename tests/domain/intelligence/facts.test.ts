import { expect, test } from "vitest";
import { readFacts } from "#app/domain/intelligence/read-facts.server.ts";
import { aMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { addSearch } from "#tests/support/searched-matter.ts";

const { db } = useTestDatabase();

test("O-048 a search that was cancelled is nobody's business any more", async () => {
  const { id } = await aMatter(db);
  for (const status of ["cancelled", "in progress"] as const) {
    await addSearch(db, id, { product_id: status.toUpperCase(), status, pages: null });
  }
  const { searches } = await readFacts(db, id);
  expect(searches.map(({ product_id }) => product_id)).toEqual(["IN PROGRESS"]);
});
