import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { STAFF_ACTIONS } from "#app/domain/audit/actions.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { changedTables, writtenRows, tableChanges } from "#tests/support/table-changes.ts";
import { raceSixAtLock } from "#tests/support/concurrency.ts";
import { confirmFields, readFields } from "./fields.ts";
import { fileAt, loadAll, send } from "./pages.ts";
import { staffForms, FORMS_WITHOUT_AUDIT } from "./staff-forms/all-staff-forms.ts";
import type { RenderedForm, StaffForm } from "./staff-forms/staff-form.ts";

/**
 * Submits every staff form once and then six times concurrently, and checks its rows in the audit
 * log.
 */

// Rendering six PDFs concurrently would take longer than the query timeout of the waiting
// transaction.
vi.mock("#app/pdf/pdf.server.ts", () => ({
  renderReport: () => Promise.resolve(pdfOf("A report")),
}));
vi.mock("#app/domain/reports/read-documents.server.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readReportDocuments: () => Promise.resolve([]),
}));

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;

const { db } = useTestDatabase();
const { state: doubles } = useDoubles();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  await fullMatter(db);
});
afterAll(() => rmSync(folder, { recursive: true }));

const forms = Object.entries(staffForms);
const fileOf = (name: string) => name.split(" ")[0]!;

const arrange = ({ arrange }: StaffForm) => arrange({ db, ada, doubles });

const rowsSince = (id: string) =>
  db
    .selectFrom("audit_log")
    .selectAll()
    .where(sql<boolean>`id > ${id}::bigint`)
    .orderBy("id")
    .execute();

const PLURALS: Record<string, string> = {
  company: "companies",
  email_rematch: "email_rematches",
  party: "parties",
};

/** Tables that any form may write to when it is submitted or rendered. */
const INCIDENTAL_TABLES = [
  "public.form_submissions",
  "public.drafts",
  "public.sessions",
  "public.rate_limits",
  "graphile_worker._private_tasks",
];

/** Tables in which the `arrange` of a form may write a row. */
const ARRANGED = ["public.admin_config", "public.email_rematches"];

describe("audit rows of staff forms (I-035 V-040)", () => {
  test("every back-office form declares its audit rows, or the reason for having none", async () => {
    const files = (await loadAll()).flatMap(({ file, action }) =>
      action ? [file.replace("routes/admin/", "")] : [],
    );
    const known = [...forms.map(([name]) => fileOf(name)), ...Object.keys(FORMS_WITHOUT_AUDIT)];
    expect([...new Set(known)].sort()).toEqual(files.sort());
  });

  test("the audit rows of all forms include every staff action except those of second factors and recovery codes", () => {
    const written = new Set(forms.flatMap(([, { writes }]) => writes.map(([action]) => action)));
    const others = STAFF_ACTIONS.filter((action) => !written.has(action));
    expect(others).toEqual([
      "second_factor_added",
      "second_factor_removed",
      "recovery_codes_made",
      "recovery_code_used",
    ]);
  });
});

describe("submitting a staff form (I-035 V-040 C-034)", () => {
  test.each(forms)(
    "submitting the staff form “%s” writes its audit rows once, and the form can be submitted again after a refusal",
    async (name, form) => {
      const before = await writtenRows(db);
      const show = await arrange(form);
      const first = await show(0);
      const isOfAVersion = first.fields.opened !== undefined && first.form;
      const late = isOfAVersion && (await show(1));
      expect(fileAt(first.path)).toBe(`routes/admin/${fileOf(name)}`);
      const again = await afterRefusal(first, show);
      const newest = await newestRow();
      const effect = await effectOf(async () => expect(await post(again, form.result)).toBe(true));
      // The form’s record is new, so changes to earlier rows would affect other records.
      const changed = await changedTables(db, before);
      const others = changed.filter(
        (table) => ![...INCIDENTAL_TABLES, ...ARRANGED].includes(table),
      );
      expect(others).toEqual([]);
      await expectRows(newest, form, again.path);
      if (late) await expectToChoose(late);
      if (form.raceOutcome !== "each") await expectOnceOfAll(form, effect);
    },
  );

  const creators = forms.filter(
    ([, { raceOutcome, result }]) => raceOutcome === "each" && result === undefined,
  );

  test.each(creators)(
    "the staff form “%s” refuses different answers with a form key that has been used",
    async (_name, form) => {
      const first = await (await arrange(form))(0);
      expect(await post(first)).toBe(true);
      const { path, fields, form: id = "" } = await (await arrange(form))(0);
      const other = { ...fields, form_key: first.fields.form_key! };
      const refused = await send(first.path, ada, other);
      expect(refused.status).toBe(409);
      expect(refused.text).toContain("You’ve already sent this form. Review your answers");
      expect(path.split("/")[2]).toBe(first.path.split("/")[2]);
      expect(await post({ path: first.path, fields: readFields(refused.html, id) })).toBe(true);
    },
  );
});

/**
 * Submits a form with an invalid idempotency key, if it has a key. Returns the form to submit after
 * the refusal.
 */
async function afterRefusal(
  shown: RenderedForm,
  show: (racer: number) => Promise<RenderedForm>,
): Promise<RenderedForm> {
  const { path, fields, form } = shown;
  if (fields.form_key === undefined) return shown;
  const newest = await newestRow();
  const refused = await send(path, ada, { ...fields, form_key: "used.up.long-ago" });
  expect(await rowsSince(newest)).toEqual([]);
  if (refused.location !== null) {
    expect(await flashIn(refused)).toMatchObject({ kind: "error" });
    return show(0);
  }
  expect([200, 409]).toContain(refused.status);
  return { path, fields: form ? readFields(refused.html, form) : confirmFields(refused.html) };
}

/**
 * Expects the form’s audit rows after a given row, written by Ada about the record in the path or a
 * new record.
 */
async function expectRows(since: string, form: StaffForm, path: string) {
  const rows = await rowsSince(since);
  expect(rows.map(({ action, subject_type, fields }) => [action, subject_type, fields])).toEqual(
    form.writes,
  );
  for (const { actor_id, actor_kind, subject_type, subject_id } of rows) {
    expect([actor_id, actor_kind]).toEqual([ada.id, "admin"]);
    const isOfPath = path.includes(subject_id);
    expect(isOfPath || (await isThere(subject_type, subject_id))).toBe(true);
  }
}

/** Submits a form whose record has changed since it was opened, and resolves the conflict. */
async function expectToChoose({ path, fields }: RenderedForm) {
  const lost = await send(path, ada, fields);
  expect(lost.status).toBe(409);
  const all = { ...readFields(lost.html, "conflict"), all: "yours" };
  const chosen = await send(path, ada, all);
  expect(await post({ path, fields: readFields(chosen.html, "conflict") })).toBe(true);
}

type Effect = Awaited<ReturnType<typeof tableChanges>>;

async function effectOf(work: () => Promise<unknown>): Promise<Effect> {
  const changes = await tableChanges(db, work);
  return Object.fromEntries(
    Object.entries(changes).filter(([table]) => !INCIDENTAL_TABLES.includes(table)),
  );
}

/** Expects that six concurrent submits change the same rows as a single one. */
async function expectOnceOfAll(form: StaffForm, effect: Effect) {
  const { raceOutcome = "one", lockedTable = "audit_log" } = form;
  const show = await arrange(form);
  const shown: RenderedForm[] = [];
  while (shown.length < 6) shown.push(await show(shown.length));
  let done: boolean[] = [];
  const effectOfAll = await effectOf(async () => {
    done = await raceSixAtLock(db, lockedTable, (racer) => post(shown[racer]!));
  });
  expect(effectOfAll).toEqual(effect);
  const winners = done.filter(Boolean).length;
  if (raceOutcome === "either") expect(winners).toBeGreaterThan(0);
  else expect(winners).toBe(raceOutcome === "one" ? 1 : 6);
}

async function post({ path, fields }: RenderedForm, result?: string): Promise<boolean> {
  const answer = await send(path, ada, fields);
  if (result !== undefined) return answer.status === 200 && answer.text.includes(result);
  const flash = await flashIn(answer);
  return answer.location !== null && (flash === null || flash.kind === "success");
}

async function newestRow(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(max(id), 0)::text as id from audit_log`.execute(db);
  return rows[0]!.id;
}

async function isThere(type: string, id: string): Promise<boolean> {
  const table = PLURALS[type] ?? `${type}s`;
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows.length > 0;
}
