import { useActionData, useLoaderData } from "@remix-run/react";
import { londonDay } from "#app/domain/shared/dates.ts";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { addTask, TaskForm } from "#app/domain/tasks/tasks.server.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { toDateParts } from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";
import { TaskFields, type TaskFormFields } from "./task-fields.tsx";

const TITLE = "Add a task";

export const handle: LayoutHandle = { part: TITLE };

const server = addPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  form: (id) => `task ${id}`,
  readOwner: (id, reader) => readTransaction(db, reader, id),
  async readExtra() {
    return { today: toDateParts(londonDay(new Date())), people: await listHandlerOptions(db) };
  },
  schema: TaskForm,
  create: (trx, task, by, id) => addTask(trx, id, task, by),
  done: "Task added",
  failures: { read: FETCH_FAILURE, write: "There was an error while saving the task" },
  back: (id) => pageOrList(id, paths.admin.transaction, paths.admin.transactions),
  opener: () => "add-task",
});
export const loader = server.loader;
export const action = server.action;

/** Renders the form that adds a task. The day is today’s at first. */
export default function AddTask() {
  const page = useLoaderData<typeof loader>();
  const { extra } = page;
  return (
    <FormDialog<TaskFormFields>
      id="task"
      title={TITLE}
      page={{ ...page, typed: extra && { due_on: extra.today } }}
      result={useActionData<typeof action>()}
      submit="Add task"
      questionNames={labelByPart({ due_on: "Due on" })}
    >
      {(fields) => <TaskFields fields={fields} people={extra?.people ?? []} />}
    </FormDialog>
  );
}
