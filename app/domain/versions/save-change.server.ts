import type { CustomerAction, StaffAction } from "#app/domain/audit/actions.ts";
import {
  type Actor,
  type LastChange,
  readLastChange,
  recordAudit,
  recordCustomerAudit,
  type Subject,
} from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { formValues } from "./form-values.ts";
import { differingFields, type Version } from "./edit-conflicts.ts";

/** Returns the snapshot of a record, which contains the values of its form. */
export function toVersion(record: object): Version {
  return Object.fromEntries(Object.entries(formValues(record)));
}

/**
 * Error for an editor whose record was changed after they opened its form, by someone else or in
 * another tab.
 */
export class EditConflictError extends ConflictError {
  constructor(
    readonly theirs: Version,
    readonly last: LastChange | null,
    readonly by_you: boolean,
  ) {
    super(
      by_you
        ? "You’ve changed this in another tab since you opened it"
        : "Someone else has changed this since you opened it",
    );
  }
}

/** The person who edits a record, and the snapshot of the record when they opened its form. */
export type Edit = { actor: Actor; opened: Version };

/**
 * Saves a record if at least one field differs. Throws if the record has changed since its form was
 * opened. `read` must lock the record and throw NotFoundError.
 * @throws EditConflictError
 */
export async function saveChange<Record extends object>(
  db: Db,
  change: Edit & {
    action: StaffAction;
    subject: Subject;
    yours: Record;
    read: (trx: Db) => Promise<Record>;
    write: (trx: Db, before: Record) => Promise<unknown>;
  },
): Promise<void> {
  const { actor, opened, action, subject, yours } = change;
  await inTransaction(db, async (trx) => {
    const before = await change.read(trx);
    const fields = differingFields(toVersion(before), toVersion(yours));
    if (fields.length === 0) return;
    await requireUnchanged(trx, { actor, opened, subject, current: before });
    await change.write(trx, before);
    await recordAudit(trx, { actor, action, subject, fields });
  });
}

/**
 * Deletes a record. Throws if the record has changed since its form was opened. `read` must lock
 * the record and throw NotFoundError.
 * @throws EditConflictError
 */
export async function saveDeletion<Record extends object>(
  db: Db,
  deletion: Edit & {
    action: StaffAction;
    subject: Subject;
    read: (trx: Db) => Promise<Record>;
    remove: (trx: Db, record: Record) => Promise<unknown>;
  },
): Promise<void> {
  const { actor, opened, action, subject } = deletion;
  await inTransaction(db, async (trx) => {
    const current = await deletion.read(trx);
    await requireUnchanged(trx, { actor, opened, subject, current });
    await deletion.remove(trx, current);
    await recordAudit(trx, { actor, action, subject });
  });
}

async function requireUnchanged(
  trx: Db,
  { actor, opened, subject, current }: Edit & { subject: Subject; current: object },
): Promise<void> {
  const theirs = toVersion(current);
  const changed = differingFields(opened, theirs);
  if (changed.length === 0) return;
  const last = await readLastChange(trx, subject, changed);
  throw new EditConflictError(theirs, last, last?.actor_id === actor.id);
}

/**
 * Runs a change by a customer, and records in the audit log which fields differ afterwards. The ids
 * of rows are not compared.
 */
export async function recordChange<Result>(
  trx: Db,
  change: {
    customer_id: string;
    action: CustomerAction;
    subject: Subject;
    read: (trx: Db) => Promise<Version>;
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const { read, ...entry } = change;
  const before = withoutIds(await read(trx));
  const result = await work();
  const fields = differingFields(before, withoutIds(await read(trx)));
  if (fields.length > 0) await recordCustomerAudit(trx, { ...entry, fields });
  return result;
}

const ROW_IDS = new Set(["id", "person_id"]);

function withoutIds(version: Version): Version {
  return Object.fromEntries(
    Object.entries(version)
      .filter(([name]) => !ROW_IDS.has(name))
      .map(([name, part]) => [name, partWithoutIds(part)]),
  );
}

function partWithoutIds(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(partWithoutIds);
  if (typeof part !== "object" || part === null || part instanceof Date) return part;
  return withoutIds({ ...part });
}
