import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { updatePerson } from "#app/domain/people/person.server.ts";
import { requestCopy } from "#app/domain/privacy/data-copies.server.ts";
import { requestErasure } from "#app/domain/privacy/privacy-requests.server.ts";
import { updatePurchase } from "#app/domain/purchases/save-purchase.server.ts";
import { updateSale } from "#app/domain/sales/save-sale.server.ts";
import { acceptTerms } from "#app/domain/terms/acceptance.server.ts";
import { sealAudit } from "#app/domain/audit/seal.server.ts";
import { useTestDatabase, withoutTriggers } from "#tests/support/database.ts";
import {
  createUnfinishedPurchase,
  fullPurchasePeople,
  newPurchase,
  insertUniquePerson,
} from "#tests/support/purchases.ts";
import { bea, homeAddress, newSale } from "#tests/support/sales.ts";
import { createSale } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

async function logOf(customer_id: string) {
  const rows = await db
    .selectFrom("audit_log")
    .select(["actor_kind", "action", "subject_type", "subject_id", "fields"])
    .where("actor_id", "=", customer_id)
    .orderBy("id")
    .execute();
  expect(new Set(rows.map(({ actor_kind }) => actor_kind))).toEqual(new Set(["customer"]));
  return rows.map(({ action, subject_type, fields }) => [action, subject_type, [...fields].sort()]);
}

describe("the audit log of a customer's changes, with field names and no values", () => {
  test("the audit log records the changed fields of the “About you” page, and nothing for an unchanged save", async () => {
    const { id } = await insertUniquePerson(db);
    const said = {
      first_name: "Ada",
      last_name: "Lovelace",
      phone_number: "+447400123456",
      correspondence_address: homeAddress,
    };
    await updatePerson(db, id, said);
    await updatePerson(db, id, said);
    await updatePerson(db, id, { ...said, phone_number: "+447400123457" });
    expect(await logOf(id)).toEqual([
      ["about_you_saved", "user", ["correspondence_address", "last_name", "phone_number"]],
      ["about_you_saved", "user", ["phone_number"]],
    ]);
  });

  test("the audit log records one change for six concurrent saves of the “About you” page", async () => {
    const { id } = await insertUniquePerson(db);
    const said = { first_name: "Ada", last_name: "Byron", phone_number: "+447400123456" };
    const change = { ...said, correspondence_address: homeAddress };
    await Promise.all(Array.from({ length: 6 }, () => updatePerson(db, id, change)));
    expect(await logOf(id)).toHaveLength(1);
  });

  test("the audit log records the creation, the change and the accepted terms of a sale, and nothing for repeated requests", async () => {
    const { id: seller_id } = await insertUniquePerson(db);
    const { id } = await createSale(db, seller_id, newSale());
    await updateSale(db, { id, seller_id }, newSale());
    await updateSale(
      db,
      { id, seller_id },
      newSale({ asking_price_pounds: 1, additional_sellers: [bea] }),
    );
    await updateSale(
      db,
      { id, seller_id },
      newSale({ asking_price_pounds: 1, additional_sellers: [bea] }),
    );
    await acceptTerms(db, { transaction_id: id, seller_id });
    await acceptTerms(db, { transaction_id: id, seller_id });
    expect(await logOf(seller_id)).toEqual([
      ["sale_created", "transaction", Object.keys(newSale()).sort()],
      ["sale_updated", "transaction", ["additional_sellers", "asking_price_pounds"]],
      ["seller_terms_accepted", "transaction", []],
    ]);
  });

  test("the audit log records a new purchase and a removed giftor, and nothing for an unchanged save", async () => {
    const { id, buyer_id, property_id } = await createUnfinishedPurchase(db, fullPurchasePeople);
    const same = newPurchase(property_id, fullPurchasePeople);
    await updatePurchase(db, { id, buyer_id }, same);
    await updatePurchase(db, { id, buyer_id }, { ...same, giftors: same.giftors.slice(1) });
    expect(await logOf(buyer_id)).toEqual([
      ["purchase_intent_created", "purchase_intent", []],
      ["purchase_updated", "purchase_intent", ["giftors"]],
    ]);
  });

  test("the audit log records a customer's requests about their data, but not a request made by staff", async () => {
    const { id } = await insertUniquePerson(db);
    const { id: staff } = await insertUniquePerson(db);
    await requestCopy(db, { user_id: id, by: id });
    await requestErasure(db, id);
    await requestCopy(db, { user_id: (await insertUniquePerson(db)).id, by: staff });
    expect(await logOf(id)).toEqual([
      ["data_copy_requested", "user", []],
      ["erasure_requested", "user", []],
    ]);
    const by = db.selectFrom("audit_log").select("id").where("actor_id", "=", staff);
    expect(await by.execute()).toEqual([]);
  });
});

const run = promisify(execFile);
const verify = (...args: string[]) =>
  run(process.execPath, ["--import", "tsx", "app/jobs/verify-audit.ts", ...args]);

test("audit:verify reports a restore without a marker until a person confirms it (SE-5)", async () => {
  vi.stubEnv("DATA_DIR", await mkdtemp(join(tmpdir(), "audit-")));
  await sql`insert into restorations (backup_made_at, restored_at, access_known)
    values ('2026-11-27T21:00:00Z', '2026-11-28T21:08:11.936123Z', true)`.execute(db);
  const at = "2026-11-28T21:08:11.936123Z";
  await expect(verify()).rejects.toMatchObject({
    stderr: expect.stringContaining(`The database records a restore at ${at}`),
  });
  const { stdout } = await verify(`--confirm-restore=${at}`);
  expect(stdout).toContain(`Confirmed the restore at ${at}\n`);
  expect(stdout).toContain("The audit log matches its seals.");
  await verify();
  await sql`delete from restorations`.execute(db);
});

test("audit:verify exits with 0 for an intact log, and with 1 and the id of the changed row otherwise", async () => {
  await insertUniquePerson(db).then(({ id }) => requestErasure(db, id));
  await sealAudit(db);
  expect((await verify()).stdout).toMatch(
    /^Sealed rows: \d+, the last at .*The audit log matches its seals\.\n$/s,
  );
  const { audit_id } = await db
    .selectFrom("audit_seals")
    .select("audit_id")
    .orderBy("position", "desc")
    .executeTakeFirstOrThrow();
  await withoutTriggers(db, (trx) =>
    trx.updateTable("audit_log").set({ action: "no" }).where("id", "=", audit_id).execute(),
  );
  await expect(verify()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(
        `^Row ${audit_id}, sealed at .*The audit log failed its integrity check\\. Findings: 1`,
        "s",
      ),
    ),
  });
});
