import { readdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { londonDay } from "#app/domain/shared/dates.ts";
import { refreshStages } from "#app/domain/stages/duration-stats.server.ts";
import { openOn } from "#db/connection.ts";
import { withScratchDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { query } from "#tests/db/query.ts";
import { clusterUrl } from "#tests/support/cluster.ts";

const server = clusterUrl("postgres");

test("an empty database gets every migration and the job queue once", async () => {
  const files = (await readdir("migrations")).map((name) => name.replace(".ts", "")).sort();
  await withScratchDatabase(server, async (url) => {
    expect(await migrate(url)).toEqual(files);
    expect(await migrate(url)).toEqual([]);
    const jobs = await query(
      url,
      "select to_regproc('graphile_worker.add_job') is not null as there",
    );
    expect(jobs).toEqual([{ there: true }]);
  });
});

test("two parallel processes run each migration only once", async () => {
  await withScratchDatabase(server, async (url) => {
    const [one, two] = await Promise.all([migrate(url), migrate(url)]);
    expect([...one, ...two]).toHaveLength((await readdir("migrations")).length);
  });
});

test("a database of a newer version is refused with a clear message", async () => {
  await withScratchDatabase(server, async (url) => {
    await migrate(url);
    await query(url, "insert into kysely_migration values ('9999_future', now()::text)");
    await expect(migrate(url)).rejects.toThrow(/9999_future.*newer version of Fanlight/);
  });
});

test("a migration waits for a lock on its tables and retries", async () => {
  await withScratchDatabase(server, async (url) => {
    await migrate(url, "0053_listed_transactions");
    const user = new pg.Client({ connectionString: url });
    await user.connect();
    await user.query("begin; lock table users in access exclusive mode");
    const migrating = migrate(url);
    // Twice the lock timeout of a migration.
    await pause(2_000);
    await user.query("commit");
    await user.end();
    expect(await migrating).toContain("0054_privacy");
  });
});

test("waiting property information for a solicitor becomes collected news, and sent emails stay", async () => {
  await withScratchDatabase(server, async (url) => {
    await migrate(url, "0116_money");
    const props = JSON.stringify({
      transaction_id: "a".repeat(24),
      lawyer_group_id: "b".repeat(24),
    });
    await query(
      url,
      `insert into email_log (name, recipient, status, props) values
        ('property_information_confirmed', 'sol@a.example', 'queued', '${props}'),
        ('property_information_confirmed', 'sol@b.example', 'sent', '${props}')`,
    );
    await migrate(url);
    const emails = await query(url, "select name, props from email_log order by recipient");
    expect(emails).toEqual([
      {
        name: "firm_news",
        props: {
          ...{ transaction_id: "a".repeat(24), firm: "seller_solicitor", firm_id: "b".repeat(24) },
          ...{ purchase_intent_id: null, items: ["property_information_confirmed"] },
        },
      },
      { name: "property_information_confirmed", props: JSON.parse(props) },
    ]);
  });
});

test("a migration removes only the unsubscribe links from stored emails", async () => {
  await withScratchDatabase(server, async (url) => {
    await migrate(url, "0068_paid_before_listed");
    const off =
      "Choose http://fan.light/your-emails, or stop http://fan.light/your-emails/off/65.a.b.";
    const kept = [`Hello Ada\n\nIt is on.\n\n${off}\n\n------\n\nQuestions?`, off, "Hello Bea"];
    for (const words of kept) {
      await query(
        url,
        `insert into email_log (name, recipient, words) values ('matter_news', 'a@example.test', '${words}')`,
      );
    }
    await migrate(url);
    expect(await query(url, "select body_text from email_log order by body_text desc")).toEqual([
      { body_text: "Hello Bea" },
      { body_text: "Hello Ada\n\nIt is on.\n\n------\n\nQuestions?" },
      { body_text: "" },
    ]);
  });
});

test("a failed migration is named and rolled back", async () => {
  await withScratchDatabase(server, async (url) => {
    await query(url, "create table brands (id int)");
    await expect(migrate(url)).rejects.toThrow(
      /Migration 0002_partners failed.*"brands" already exists/,
    );
    const users = await query(url, "select to_regclass('users') as users");
    expect(users).toEqual([{ users: null }]);
  });
});

test("a migration inserts the derived row of an older matter and queues a job that refreshes it", async () => {
  await withScratchDatabase(server, async (url) => {
    await migrate(url, "0086_shared_reports_and_panel_choices");
    const db = openOn(createPool(url, { max: 1 }));
    try {
      const seller = await insertPerson(db, "seller@example.test");
      const buyer = await insertPerson(db, "buyer@example.test");
      const sale = await insertSale(db, seller.id);
      const purchase = await insertPurchase(db, sale, buyer.id, false);
      await migrate(url);
      const row = await db.selectFrom("listed_transactions").selectAll().executeTakeFirst();
      expect(row).toMatchObject({
        property_id: sale.property_id,
        seller_id: seller.id,
        purchase_intent_id: purchase.id,
        buyer_id: buyer.id,
        stage: "not_instructed",
        next_step: null,
      });
      expect(await query(url, "select task_identifier from graphile_worker.jobs")).toEqual([
        { task_identifier: "keep-stages" },
      ]);
      expect(await refreshStages(db, londonDay(new Date()))).toMatchObject({
        refreshed: 1,
        different: [],
      });
      const after = await db.selectFrom("listed_transactions").selectAll().executeTakeFirst();
      expect(after).toEqual({
        ...row,
        next_step: "pay",
        property_information: "outstanding",
        changes_on: null,
      });
    } finally {
      await db.destroy();
    }
  });
});
