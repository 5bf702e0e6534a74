import { Kysely, PostgresDialect } from "kysely";
import { expect, test } from "vitest";
import { draftName, readDraft } from "#app/domain/drafts/drafts.server.ts";
import { listUnfinishedDrafts } from "#app/domain/onboarding/unfinished-matters.server.ts";
import { withScratchDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";
import type { DB } from "#db/types.d.ts";
import { insertPerson } from "#tests/db/people.ts";
import { clusterUrl } from "#tests/support/cluster.ts";
import { readerId } from "#tests/support/readers.ts";

test("the migration gives an id to each draft from before matters had ids (AMB-A07)", async () => {
  await withScratchDatabase(clusterUrl("postgres"), async (url) => {
    await migrate(url, "0086_shared_reports_and_panel_choices");
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: createPool(url) }) });
    try {
      const sam = readerId((await insertPerson(db, "sam@example.test")).id);
      const bea = readerId((await insertPerson(db, "bea@example.test")).id);
      const data = JSON.stringify({ version: "", answers: { tenure: "Leasehold" }, sellers: [] });
      await db
        .insertInto("drafts")
        .values([
          { user_id: sam, form: "sell/about-the-property", data },
          { user_id: bea, form: "sell/about-the-property", data },
          { user_id: sam, form: "buy/about-the-property", data: "null" },
        ])
        .execute();
      await migrate(url);
      const [sale] = await listUnfinishedDrafts(db, "sell", sam);
      const [other] = await listUnfinishedDrafts(db, "sell", bea);
      expect(sale?.id).toMatch(/^[0-9a-f]{24}$/);
      expect(other?.id).not.toBe(sale?.id);
      const kept = await readDraft(db, sam, draftName("sell", sale?.id ?? ""));
      expect(kept).toMatchObject({ answers: { tenure: "Leasehold" } });
      const [purchase] = await listUnfinishedDrafts(db, "buy", sam);
      expect(await readDraft(db, sam, draftName("buy", purchase?.id ?? ""))).toEqual({});
    } finally {
      await db.destroy();
    }
  });
});
