import { expect, test } from "vitest";
import { readFacts } from "#app/domain/intelligence/read-facts.server.ts";
import { readMatterChecks } from "#app/domain/identity-checks/read-checks.server.ts";
import {
  createMatter,
  assignSolicitors,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { addSearch } from "#tests/support/searched-matter.ts";

const { db } = useTestDatabase();

test("the pending items exclude a cancelled search (O-048)", async () => {
  const { id } = await createMatter(db);
  for (const status of ["cancelled", "in progress"] as const) {
    await addSearch(db, id, { product_id: status.toUpperCase(), status, pages: null });
  }
  const { searches } = await readFacts(db, staffReader(), id);
  expect(searches.map(({ product_id }) => product_id)).toEqual(["IN PROGRESS"]);
});

test("the pending items include aborted identity checks and, once solicitors are assigned, identity checks to order", async () => {
  const matter = await createMatter(db);
  const { id } = matter;
  await createPurchaseAtStage(db, matter, { active: true });
  const listed = async () =>
    (await readFacts(db, staffReader(), id)).checks.map((check) => ({ ...check, created_at: 0 }));
  expect(await listed()).toEqual([]);
  await assignSolicitors(db, id, ["seller", "buyer"]);
  const of = (person_type: string, status: string | null) => ({
    person_type,
    status,
    result: null,
    created_at: 0,
  });
  expect(await listed()).toEqual([of("seller", null), of("buyer", null)]);
  const { groups } = await readMatterChecks(db, staffReader(), id);
  const buyer = groups.at(-1)!.people[0]!;
  for (const status of ["aborted", "complete"] as const) {
    const { first_name, last_name, email } = buyer;
    const phone_number = "+447400123456";
    await db
      .insertInto("identity_checks")
      .values({
        transaction_id: id,
        person_type: "buyer",
        status,
        first_name,
        last_name,
        email,
        phone_number,
      })
      .execute();
    expect(await listed()).toEqual(
      status === "aborted" ? [of("seller", null), of("buyer", status)] : [of("seller", null)],
    );
  }
});
