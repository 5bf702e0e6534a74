import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { describeJob } from "#app/domain/operations/job-descriptions.server.ts";
import { readFailedJob, retryJob } from "#app/domain/operations/queue.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage } from "../shared/confirm-page.server.ts";

const TITLE = "Retry job";
const FAILURE = "There was an error while retrying the job";

export const handle: LayoutHandle = { part: TITLE };

const server = confirmPage({
  needs: "operate",
  ids: ({ id = "" }) => id,
  async read(id) {
    const { name, attempts, last_error } = await readFailedJob(db, id);
    const { does } = describeJob(name);
    return { does, attempts, last_error, refusal: null, confirmed: {} };
  },
  confirmed: z.object({}),
  title: () => TITLE,
  failure: FAILURE,
  back: () => paths.admin.status(),
  opener: (id) => `try-again-${id}`,
  form: (id) => `retry-job:${id}`,
  run: (trx, _confirmed, { actor }, id) => retryJob(trx, id, { actor }),
  words: {
    done: { title: "Job will be retried" },
    failed: "Job not retried",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function RetryJob() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ does, attempts, last_error }) => (
        <>
          <p>
            {does}. Failed attempts: {attempts}. Last error:{" "}
            <strong>{last_error ?? "unknown"}</strong>.
          </p>
          <p>
            The job will start straight away, with its full number of attempts. If the cause has not
            been fixed, it will fail again.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
