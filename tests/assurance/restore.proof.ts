import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "#db/backup.ts";
import { dropDatabase, withScratchDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { restore } from "#db/restore.ts";
import { loadOffice } from "#tests/bench/scale/load.ts";
import { query } from "#tests/db/query.ts";
import { clusterUrl } from "#tests/support/cluster.ts";
import { documentFolder } from "#tests/support/document-folder.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";

const MATTERS = sampleSize(500, 25_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fanlight-prove-restore-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a restore brings back all rows within five minutes", async () => {
  const documents = documentFolder(join(folder, "documents"));
  const backup = join(folder, "backup");
  const server = clusterUrl("postgres");
  const times = { backUp: 0, restore: 0 };
  let made: Awaited<ReturnType<typeof backUp>> | undefined;
  await withScratchDatabase(server, async (office) => {
    await migrate(office);
    await loadOffice(office, { matters: MATTERS, seed: 1 });
    const began = performance.now();
    made = await backUp(office, backup, documents);
    times.backUp = performance.now() - began;
    await dropDatabase(office);
  });
  await withScratchDatabase(server, async (empty) => {
    const began = performance.now();
    // The restore compares each table with the backup’s digest and fails on a difference.
    const { rows } = await restore(empty, backup, documents);
    times.restore = performance.now() - began;
    const tables = made?.tables ?? [];
    const [found] = await query(empty, "select count(*)::int as matters from transactions");
    recordFigure(
      `${rows} rows in ${tables.length} tables: 0 differ; backed up in ${(times.backUp / 1_000).toFixed(0)} s, restored in ${(times.restore / 1_000).toFixed(0)} s`,
    );
    expect(found).toEqual({ matters: MATTERS });
    expect(rows).toBeGreaterThan(sampleSize(10_000, 1_000_000));
    expect(times.restore).toBeLessThan(300_000);
  });
});
