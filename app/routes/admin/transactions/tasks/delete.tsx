import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { deleteTask, readTask } from "#app/domain/tasks/tasks.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Delete a task";

export const handle: LayoutHandle = { part: TITLE };

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", taskId = "" }) => ({ transaction_id: id, task_id: taskId }),
  async read(place, { actor }) {
    const task = await readTask(db, actor, place);
    return { task: task.title, refusal: null, confirmed: { opened: { ...formValues(task) } } };
  },
  confirmed: z.object({ opened: hidden.version() }),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  run: (_, { opened }, { actor }, place) => deleteTask(db, place, { actor, opened }),
  words: {
    done: { title: "Task deleted" },
    gone: "This has already been deleted",
    failed: "Error",
    failure: "There was an error while deleting the task",
  },
  back: ({ transaction_id }) =>
    pageOrList(transaction_id, paths.admin.transaction, paths.admin.transactions),
  here: ({ transaction_id, task_id }) => paths.admin.tasks.delete(transaction_id, task_id),
  opener: ({ task_id }) => `delete-task-${task_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function DeleteTask() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Delete task" warning>
      {({ task }) => (
        <>
          <p>“{task}”</p>
          <p>No emails are sent. You can’t undo this.</p>
        </>
      )}
    </RecordDialog>
  );
}
