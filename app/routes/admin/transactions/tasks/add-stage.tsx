import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminDate } from "#app/domain/shared/dates.ts";
import { addStageTasks, readStageTasks } from "#app/domain/tasks/stage-tasks.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Add the tasks of this stage";

export const handle: LayoutHandle = { part: TITLE };

const FAILURE = "There was an error while adding the tasks";

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    const { stage, tasks } = await readStageTasks(db, actor, id);
    return {
      stage: stage ?? "",
      tasks: tasks.map(({ key, title, due_on }) => ({ key, title, due: adminDate(due_on) })),
      refusal: refusalOf(stage, tasks.length),
      confirmed: { keys: tasks.map(({ key }) => key) },
    };
  },
  confirmed: z.object({ keys: hidden.texts() }),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  form: (id) => `stage-tasks ${id}`,
  run: (trx, { keys }, { actor }, id) => addStageTasks(trx, id, { actor, confirmed: keys }),
  words: {
    done: { title: "Tasks added" },
    failed: "No tasks were added",
    failure: FAILURE,
  },
  back: (id) => pageOrList(id, paths.admin.transaction, paths.admin.transactions),
  opener: () => "add-stage-tasks",
});
export const loader = server.loader;
export const action = server.action;

function refusalOf(stage: string | null, missing: number): string | null {
  if (stage === null) return "This matter has ended, so it has no tasks of a stage.";
  return missing === 0 ? "This matter already has all tasks of this stage." : null;
}

export default function AddStageTasks() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Add tasks">
      {({ stage, tasks }) => (
        <>
          <p>This adds the following tasks of the stage “{stage}”. The handler will do them.</p>
          <div className="prose">
            <ul>
              {tasks.map(({ key, title, due }) => (
                <li key={key}>
                  {title}: due on {due}
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
    </RecordDialog>
  );
}
