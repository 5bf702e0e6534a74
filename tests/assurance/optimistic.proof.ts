import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFields } from "#tests/routes/admin/fields.ts";
import { send } from "#tests/routes/admin/pages.ts";
import { staffForms } from "#tests/routes/admin/staff-forms/all-staff-forms.ts";
import type { RenderedForm } from "#tests/routes/admin/staff-forms/staff-form.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

/** Checks that only one of fifty editors of the same version of a record can save. */

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
const { db } = useTestDatabase();
const { state: doubles } = useDoubles();
const EDITORS = sampleSize(8, 50);
/** Number of concurrent requests. More of them would only wait for a database connection. */
const AT_ONCE = 8;
const ANSWERS = 6;

let ada: Visitor;
const tried: string[] = [];
beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
afterAll(() => {
  recordFigure(`${tried.length} forms have a version`);
  rmSync(folder, { recursive: true });
});

test.each(Object.entries(staffForms))(
  "only one of many editors of the same version can save, and the others see both versions: %s",
  async (name, form) => {
    const show = await form.arrange({ db, ada, doubles });
    const shown: RenderedForm[] = [];
    for (let racer = 0; racer < ANSWERS; racer++) shown.push(await show(racer));
    const [first] = shown;
    if (first?.fields.opened === undefined || !first.form) return;
    tried.push(name);
    const before = await countAudits();
    const waiting = Array.from({ length: EDITORS }, (_none, editor) => editor % ANSWERS);
    const answers: { typed: number; status: number; saved: boolean; both: boolean }[] = [];
    const lane = async () => {
      for (let typed = waiting.pop(); typed !== undefined; typed = waiting.pop()) {
        const { path, fields } = shown[typed]!;
        const { status, location, html } = await send(path, ada, fields);
        const conflict = status === 409 ? readFields(html, "conflict") : {};
        answers.push({
          typed,
          status,
          saved: location !== null,
          both: Object.keys(conflict).length > 0,
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const saved = answers.filter((answer) => answer.saved);
    // An editor with the same answers as the winner has lost nothing.
    const won = new Set(saved.map(({ typed }) => typed)).size;
    const told = answers.filter(({ status, both }) => status === 409 && both).length;
    const audits = (await countAudits()) - before;
    recordFigure(`${name}: ${won} won, ${told} told`);
    expect([saved.length + told, won]).toEqual([EDITORS, 1]);
    expect(audits).toBe(form.writes.length);
  },
);

async function countAudits(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from audit_log`.execute(db);
  return rows[0]?.count ?? 0;
}
