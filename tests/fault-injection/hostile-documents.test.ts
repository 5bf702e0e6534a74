import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { bomb } from "#tests/support/hostile-pdfs.ts";
import { addSearch } from "#tests/support/searched-matter.ts";

/** Lets the built service read documents that would exhaust its memory, and measures its memory. */

vi.setConfig({ testTimeout: 150_000 });

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
const { queueFirstReport } = await import("#app/domain/reports/report.server.ts");
const { db } = useTestDatabase();
afterAll(() => rmSync(folder, { recursive: true }));

const LIMIT_MB = 300;

/**
 * `own_mb` is memory that only this process uses. `files_mb` are mapped files, which the processes
 * of one family share.
 */
type Process = { pid: number; parent: number; program: string; own_mb: number; files_mb: number };

/** Reads the memory of every process and skips those that end during the read. */
function listProcesses(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    if (!pid) return [];
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const figure = (key: string) =>
        Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
      return [
        {
          pid,
          parent: figure("PPid"),
          program: readFileSync(`/proc/${pid}/cmdline`, "utf8"),
          own_mb: (figure("RssAnon") + figure("RssShmem")) / 1024,
          files_mb: figure("RssFile") / 1024,
        },
      ];
    } catch {
      return [];
    }
  });
}

/** Returns a process and its descendants, except children that have not started their program. */
function familyOf(pid: number, processes: Process[]): Process[] {
  const self = processes.find((one) => one.pid === pid);
  if (!self) return [];
  const children = processes.filter((one) => one.parent === pid && one.program !== self.program);
  return [self, ...children.flatMap((child) => familyOf(child.pid, processes))];
}

function memoryOf(pid: number): number {
  const family = familyOf(pid, listProcesses());
  const own = family.reduce((sum, { own_mb }) => sum + own_mb, 0);
  return own + Math.max(0, ...family.map(({ files_mb }) => files_mb));
}

describe.runIf(existsSync("/proc/self/status"))("four PDFs of 3 kB", () => {
  test("the report marks each PDF that inflates to a gigabyte as too large, and the service’s memory stays small", async () => {
    const matters = await Promise.all([1, 2, 3, 4].map(() => createMatter(db)));
    for (const { id } of matters) {
      await addSearch(db, id, { bytes: bomb(2) });
      await queueFirstReport(db, id);
    }
    const service = new BuiltService(await freePort(), { DATA_DIR: folder });
    let most = 0;
    await service.start();
    // Ten measurements a second leave the processor almost idle. Inflating a gigabyte takes longer
    // than the time between two.
    const clock = setInterval(() => (most = Math.max(most, memoryOf(service.pid))), 100);
    const read = async () => {
      const reports = await db.selectFrom("reports").select("content").execute();
      return reports.map(({ content }) => content);
    };
    try {
      await expect.poll(read, { timeout: 140_000, interval: 500 }).toHaveLength(4);
    } finally {
      clearInterval(clock);
      await service.kill();
    }
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThan(LIMIT_MB);
    expect(await read()).toEqual(
      Array.from({ length: 4 }, (): unknown =>
        expect.objectContaining<object>({
          documents: [expect.objectContaining<object>({ read: "limits" })],
        }),
      ),
    );
  });
});
