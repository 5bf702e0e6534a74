import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { describeJob } from "#app/domain/operations/job-descriptions.server.ts";
import { cancelJob, readFailedJob } from "#app/domain/operations/queue.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage } from "../shared/confirm-page.server.ts";

const TITLE = "Cancel job";
const FAILURE = "There was an error while cancelling the job";

export const handle: LayoutHandle = { part: TITLE };

const server = confirmPage({
  needs: "operate",
  ids: ({ id = "" }) => id,
  async read(id) {
    const { name } = await readFailedJob(db, id);
    return { ...describeJob(name), refusal: null, confirmed: {} };
  },
  confirmed: z.object({}),
  title: () => TITLE,
  failure: FAILURE,
  back: () => paths.admin.status(),
  opener: (id) => `call-off-${id}`,
  form: (id) => `call-off-job:${id}`,
  run: (trx, _confirmed, { actor }, id) => cancelJob(trx, id, { actor }),
  words: {
    done: { title: "Job cancelled" },
    failed: "Job not cancelled",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function CancelJob() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} cancel="Keep job" warning>
      {({ does, if_cancelled }) => (
        <>
          <p>{does}.</p>
          <p>
            This removes the job from the queue permanently. {if_cancelled} You can’t undo this.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
