import { sql } from "kysely";
import { expect, test } from "vitest";
import { listUnfinishedDrafts } from "#app/domain/onboarding/unfinished-matters.server.ts";
import { loader } from "#app/routes/sell/about-the-property.tsx";
import { up } from "#migrations/0087_matters_with_ids_from_the_start.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { createAddress } from "#app/domain/fields/address.server.ts";
import { homeAddress } from "#tests/support/sales.ts";
import { get } from "#tests/support/visit.ts";

const { db } = useTestDatabase();

test("a draft from before matters had ids gets one, and its page opens with what was typed (AMB-A07)", async () => {
  const seller = await signIn(db);
  const correspondence_address_id = await createAddress(db, homeAddress);
  await db
    .updateTable("users")
    .set({ correspondence_address_id })
    .where("id", "=", seller.id)
    .execute();
  const typed = { version: "", answers: { tenure: "Leasehold" }, sellers: [] };
  const data = JSON.stringify(typed);
  const other = (await signIn(db)).id;
  await sql`drop index drafts_of_matters`.execute(db);
  await db
    .insertInto("drafts")
    .values([
      { user_id: seller.id, form: "sell/about-the-property", data },
      { user_id: seller.id, form: "buy/about-the-property", data: "null" },
      { user_id: other, form: "sell/about-the-property", data },
    ])
    .execute();
  await up(db);
  const [draft] = await listUnfinishedDrafts(db, "sell", seller.id);
  expect(draft?.id).toMatch(/^[0-9a-f]{24}$/);
  expect(await listUnfinishedDrafts(db, "buy", seller.id)).toHaveLength(1);
  const page = await get(loader, { ...seller, path: `/?sale=${draft?.id}` });
  expect(page.data).toMatchObject({ version: 0, answers: { tenure: "Leasehold" } });
});
