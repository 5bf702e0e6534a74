import { useActionData, useLoaderData } from "@remix-run/react";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { readTask, TaskEditForm, updateTask } from "#app/domain/tasks/tasks.server.ts";
import { paths } from "#app/paths.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";
import { TaskFields, type TaskFormFields } from "./task-fields.tsx";

const TITLE = "Edit task";

export const handle: LayoutHandle = { part: TITLE };

const server = changePage({
  needs: "handle",
  ids: ({ id = "", taskId = "" }) => ({ transaction_id: id, task_id: taskId }),
  read: (place, reader) => readTask(db, reader, place),
  readExtra: () => listHandlerOptions(db),
  title: () => TITLE,
  schema: TaskEditForm,
  labels: {
    title: "Task",
    due_on: { label: "Due on", show: (parts: string) => parts.replaceAll(", ", "/") },
    assignee_id: "Who does it",
  },
  save: (task, edit, place) => updateTask(db, place, task, edit),
  done: "Task saved",
  failures: { read: FETCH_FAILURE, write: "There was an error while saving the task" },
  back: ({ transaction_id }) =>
    pageOrList(transaction_id, paths.admin.transaction, paths.admin.transactions),
  opener: ({ task_id }) => `edit-task-${task_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function EditTask() {
  const page = useLoaderData<typeof loader>();
  return (
    <FormDialog<TaskFormFields>
      id="task"
      title={TITLE}
      page={page}
      result={useActionData<typeof action>()}
      questionNames={labelByPart({ due_on: "Due on" })}
    >
      {(fields) => <TaskFields fields={fields} people={page.extra ?? []} />}
    </FormDialog>
  );
}
