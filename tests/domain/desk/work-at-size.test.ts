import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { listAsked, readChases } from "#app/domain/chases/chases.server.ts";
import { listColleagues } from "#app/domain/conversations/notes.server.ts";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { countWorkloads, readWorkload } from "#app/domain/handlers/workload.server.ts";
import { countUnansweredOf } from "#app/domain/inbox/list-conversations.server.ts";
import { readStageTasks } from "#app/domain/tasks/stage-tasks.server.ts";
import { listTasks } from "#app/domain/tasks/tasks.server.ts";
import type { Db } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { readTableScans } from "#tests/support/query-plan.ts";
import { staffReader } from "#tests/support/readers.ts";
import { fillDesk, HANDLER, MATTERS, STAFF } from "./desk-at-size.ts";

/** `npm run prove -- desk-at-size` makes 100,000 matters. */

const { db, url } = useTestDatabase();
const MAX_ROWS = 200;
const NOW = new Date();
const MATTER = (9).toString(16).padStart(24, "0");

beforeAll(async () => {
  await fillDesk(db, url);
  await countWorkloads(db, new Date());
  await sql`analyze workloads`.execute(db);
}, 900_000);

const READS: Record<string, (watched: Db) => Promise<unknown>> = {
  "the workload": (watched) => readWorkload(watched, staffReader(), NOW),
  "the count in the bar": (watched) => countUnansweredOf(watched, { id: HANDLER }),
  "the list of colleagues": (watched) => listHandlerOptions(watched),
  "the colleagues whom a note can mention": (watched) => listColleagues(watched, staffReader()),
  "the tasks of a matter": (watched) => listTasks(watched, staffReader(), MATTER),
  "the usual tasks of a stage": (watched) => readStageTasks(watched, staffReader(), MATTER),
  "the questions to the firms of a matter": (watched) => readChases(watched, staffReader(), MATTER),
  "the questions that a customer reads": (watched) =>
    listAsked(watched, { transaction_id: MATTER, reader: staffReader() }),
};

describe("the work of handlers at size", () => {
  test.each(Object.entries(READS))("%s reads at most 200 rows of a table", async (name, read) => {
    const scans = await readTableScans(read);
    const most = Math.max(...scans.map(({ rows }) => rows));
    recordFigure(`${name} of ${MATTERS} matters: at most ${most} rows of a table`);
    expect(scans.filter(({ rows }) => rows > MAX_ROWS)).toEqual([]);
  });

  test("the workload shows what each handler had when the work was counted", async () => {
    const { loads, counted_at } = await readWorkload(db, staffReader(), NOW);
    expect(counted_at).toBeInstanceOf(Date);
    expect(loads).toHaveLength(STAFF + 1);
    expect(loads.find(({ id }) => id === HANDLER)).toMatchObject({ open: MATTERS / STAFF });
    expect(loads.find(({ id }) => id === null)).toMatchObject({
      open: MATTERS / 10 + 1,
      unanswered: MATTERS / 4,
    });
  });
});
