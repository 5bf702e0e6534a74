import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "#db/backup.ts";
import { withScratchDatabase } from "#db/ensure.ts";
import { readManifest } from "#db/manifest.ts";
import { migrate } from "#db/migrate.ts";
import { restore } from "#db/restore.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { query } from "#tests/db/query.ts";
import { clusterUrl } from "#tests/support/cluster.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { documentFolder } from "#tests/support/document-folder.ts";

const { db, url } = useTestDatabase();
const server = clusterUrl("postgres");
let folder: string;
let backup: string;
let documents: ReturnType<typeof documentFolder>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fanlight-backup-"));
  backup = join(folder, "first");
  documents = documentFolder(join(folder, "documents"));
  const seller = await insertPerson(db, "seller@example.com");
  const buyer = await insertPerson(db, "buyer@example.com");
  await insertPurchase(db, await insertSale(db, seller.id), buyer.id, true);
  await db.updateTable("users").set({ first_name: "tab\tline\nslash\\ é" }).execute();
  for (const subject_id of ["1", "2", "3"]) {
    await db
      .insertInto("audit_log")
      .values({ actor_kind: "system", action: "made", subject_type: "user", subject_id })
      .execute();
  }
  await sql`select graphile_worker.add_job('send-email', '{"id": 1}')`.execute(db);
  await backUp(url, backup, documents);
});

afterAll(() => rm(folder, { recursive: true }));

test("a backup is restored into an empty database, identical row for row", async () => {
  await withScratchDatabase(server, async (other) => {
    expect((await restore(other, backup, documents)).rows).toBeGreaterThan(10);
    const again = await backUp(other, join(folder, "second"), documents);
    const manifest = await readManifest(backup);
    const [tables, same] = [again, manifest].map((each) =>
      each.tables.filter(({ table }) => table !== "public.restorations"),
    );
    expect(tables).toEqual(same);
    expect(again.migration).toBe(manifest.migration);
    const names = await query(other, "select first_name from users limit 1");
    expect(names).toEqual([{ first_name: "tab\tline\nslash\\ é" }]);
  });
});

test("a restore continues sequences and enables triggers, foreign keys and queued jobs", async () => {
  await withScratchDatabase(server, async (other) => {
    await migrate(other);
    await restore(other, backup, documents);
    const entries = await query(
      other,
      `insert into audit_log (actor_kind, action, subject_type, subject_id)
        values ('system', 'made', 'user', '4') returning id::int`,
    );
    expect(entries).toEqual([{ id: 4 }]);
    await expect(query(other, "delete from audit_log")).rejects.toThrow(/append-only/);
    await expect(query(other, "delete from users")).rejects.toThrow(/foreign key/);
    const jobs = await query(other, "select task_identifier from graphile_worker.jobs");
    expect(jobs).toEqual([{ task_identifier: "send-email" }]);
  });
});

test("a damaged backup is rejected, and no part of it is restored", async () => {
  const damaged = join(folder, "damaged");
  await cp(backup, damaged, { recursive: true });
  const manifest = await readManifest(damaged);
  for (const copy of manifest.tables) {
    if (copy.table === "public.users") copy.sha256 = copy.sha256.replace(/^./, "x");
  }
  await writeFile(join(damaged, "manifest.json"), JSON.stringify(manifest));
  await withScratchDatabase(server, async (other) => {
    await expect(restore(other, damaged, documents)).rejects.toThrow(
      /public\.users.*The backup is damaged/,
    );
    expect(await query(other, "select to_regclass('addresses') as made")).toEqual([{ made: null }]);
  });
});

test("a restore does not replace existing people by default, and a backup never overwrites a backup", async () => {
  await expect(restore(url, backup, documents)).rejects.toThrow(/already has people in it/);
  await expect(backUp(url, backup, documents)).rejects.toThrow(/needs a new folder/);
});
