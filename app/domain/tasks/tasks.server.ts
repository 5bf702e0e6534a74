/** Tasks of a matter, as staff write, read and do them. */

import { sql } from "kysely";
import { z } from "zod";
import { type Actor, fullNameSql, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import { freeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import { lockMatter, requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import { toDateParts } from "#app/domain/transactions/significant-dates.ts";
import { type Edit, saveChange, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";

const MAX_TITLE = 200;

const DAY_REQUIRED = "Enter the day on which the task is due";

/** Form of a task. Without a person, the handler of the matter does the task. */
export const TaskForm = z.object({
  title: freeText("Enter the task", tooLong("Task", MAX_TITLE), {
    max: MAX_TITLE,
    read: staffTextLine,
  }),
  due_on: dateInput().transform((day, context) => {
    if (day !== null) return day;
    context.addIssue({ code: "custom", message: DAY_REQUIRED });
    return z.NEVER;
  }),
  assignee_id: z
    .string()
    .nullish()
    .transform((id) => id || null),
});
type TaskInput = z.output<typeof TaskForm>;

const toForm = ({ title, due_on, assignee_id }: TaskInput) => ({
  title,
  due_on: toDateParts(due_on),
  assignee_id: assignee_id ?? "",
});

/** Form of a task that exists. Its values stay as in the form, so that two versions can differ. */
export const TaskEditForm = TaskForm.transform(toForm);

type TaskPlace = { transaction_id: string; task_id: string };

const taskNotFound = () => new NotFoundError("Task not found");

/** Maximum number of tasks that a list shows. */
const MAX_SHOWN = 50;
const MAX_DONE_SHOWN = 5;

/**
 * Lists the open tasks of a matter by day, and the tasks that were done last.
 * @throws NotFoundError for an invalid id
 */
export async function listTasks(db: Db, reader: StaffReader, transaction_id: string) {
  requireTransactionId(transaction_id);
  const open = await tasksOf(db, transaction_id)
    .where("tasks.done_at", "is", null)
    .orderBy("tasks.due_on")
    .orderBy("tasks.id")
    .limit(MAX_SHOWN)
    .execute();
  const done = await tasksOf(db, transaction_id)
    .where("tasks.done_at", "is not", null)
    .orderBy("tasks.done_at", "desc")
    .orderBy("tasks.id")
    .limit(MAX_DONE_SHOWN)
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { open, done };
}

export type ListedTask = Awaited<ReturnType<typeof listTasks>>["open"][number];

function tasksOf(db: Db, transaction_id: string) {
  return db
    .selectFrom("tasks")
    .leftJoin("users as assignee", "assignee.id", "tasks.assignee_id")
    .leftJoin("chases", "chases.id", "tasks.chase_id")
    .select(["tasks.id", "tasks.title", "tasks.due_on", "tasks.done_at", "tasks.version"])
    .select(["tasks.chase_id", "chases.answer as chase_answer", "chases.step as chase_step"])
    .select(fullNameSql("assignee").as("assignee"))
    .where("tasks.transaction_id", "=", transaction_id);
}

/** @throws ConflictError, with the field in `data.field` */
async function requireAssignee(trx: Db, id: string | null) {
  if (id === null) return;
  const found = isObjectId(id)
    ? await trx
        .selectFrom("users")
        .select("id")
        .where("id", "=", id)
        .where("type", "=", "admin")
        .where("active", "=", true)
        .executeTakeFirst()
    : undefined;
  if (found) return;
  throw new ConflictError("This person no longer works here. Choose another", {
    data: { field: "assignee_id" },
  });
}

/**
 * Adds a task to a matter.
 * @throws NotFoundError; ConflictError if the person no longer works here
 */
export async function addTask(
  trx: Db,
  transaction_id: string,
  task: TaskInput,
  { actor }: { actor: Actor },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  await requireAssignee(trx, task.assignee_id);
  await trx
    .insertInto("tasks")
    .values({ ...task, transaction_id, created_by: actor.id })
    .execute();
  await record(trx, transaction_id, { actor, action: "task_added" });
}

/** Reads a task for its form. @throws NotFoundError */
export async function readTask(db: Db, reader: StaffReader, place: TaskPlace) {
  const task = await formOf(db, place).executeTakeFirstOrThrow(taskNotFound);
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return toForm(task);
}

function formOf(db: Db, { transaction_id, task_id }: TaskPlace) {
  if (!isObjectId(transaction_id) || !isObjectId(task_id)) throw taskNotFound();
  return db
    .selectFrom("tasks")
    .select(["title", "due_on", "assignee_id"])
    .where("id", "=", task_id)
    .where("transaction_id", "=", transaction_id);
}

/**
 * Changes a task.
 * @throws NotFoundError; EditConflictError; ConflictError if the person no longer works here
 */
export async function updateTask(
  db: Db,
  place: TaskPlace,
  yours: z.output<typeof TaskEditForm>,
  edit: Edit,
): Promise<void> {
  const task = TaskForm.parse(yours);
  await saveChange(db, {
    ...edit,
    action: "task_updated",
    subject: { type: "transaction", id: place.transaction_id },
    yours,
    read: async (trx) =>
      toForm(await formOf(trx, place).forUpdate().executeTakeFirstOrThrow(taskNotFound)),
    async write(trx) {
      await requireAssignee(trx, task.assignee_id);
      await trx
        .updateTable("tasks")
        .set((eb) => ({ ...task, version: eb("version", "+", 1) }))
        .where("id", "=", place.task_id)
        .execute();
    },
  });
}

/**
 * Marks a task as done, or as not done again. Does nothing if it already is. Idempotent.
 * @returns false if the task already was as the caller wants it
 * @throws NotFoundError
 */
export async function markTask(
  db: Db,
  place: TaskPlace,
  { is_done, actor }: { is_done: boolean; actor: Actor },
): Promise<boolean> {
  const { transaction_id, task_id } = place;
  return inTransaction(db, async (trx) => {
    await formOf(trx, place).forUpdate().executeTakeFirstOrThrow(taskNotFound);
    const changed = await trx
      .updateTable("tasks")
      .set((eb) => ({
        done_at: is_done ? sql`now()` : null,
        done_by: is_done ? actor.id : null,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", task_id)
      .where("done_at", is_done ? "is" : "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (!changed) return false;
    const action = is_done ? "task_done" : "task_reopened";
    await record(trx, transaction_id, { actor, action });
    return true;
  });
}

/** Deletes a task. @throws NotFoundError; EditConflictError */
export async function deleteTask(db: Db, place: TaskPlace, edit: Edit): Promise<void> {
  await saveDeletion(db, {
    ...edit,
    action: "task_deleted",
    subject: { type: "transaction", id: place.transaction_id },
    read: async (trx) =>
      toForm(await formOf(trx, place).forUpdate().executeTakeFirstOrThrow(taskNotFound)),
    remove: (trx) => trx.deleteFrom("tasks").where("id", "=", place.task_id).execute(),
  });
}

function record(
  trx: Db,
  transaction_id: string,
  {
    actor,
    action,
  }: {
    actor: Actor;
    action: "task_added" | "task_done" | "task_reopened";
  },
) {
  return recordAudit(trx, { actor, action, subject: { type: "transaction", id: transaction_id } });
}
