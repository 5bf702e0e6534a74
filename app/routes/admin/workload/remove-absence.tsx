import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readAbsence, removeAbsence } from "#app/domain/handlers/absences.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage } from "../shared/confirm-page.server.ts";

const TITLE = "Remove days away";

export const handle: PageHandle = { title: TITLE };

const FAILURE = "There was an error while removing the days away";

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    const absence = await readAbsence(db, id, { actor });
    const { name, stand_in, starts_on, ends_on } = absence;
    const days = { from: adminDate(starts_on), to: adminDate(ends_on) };
    return { name, stand_in, ...days, refusal: null, confirmed: {} };
  },
  confirmed: z.object({}),
  title: () => TITLE,
  failure: FAILURE,
  back: () => paths.admin.absences(),
  opener: (id) => `remove-${id}`,
  run: (trx, _confirmed, by, id) => removeAbsence(trx, id, by),
  words: {
    done: { title: "Days away removed" },
    gone: "These days away have already been removed",
    failed: "Not removed",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

/** Asks before an absence is deleted. */
export default function RemoveAbsence() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Remove">
      {({ name, stand_in, from, to }) => (
        <p>
          This removes {name}’s days away from {from} to {to}. {stand_in} will no longer be the
          stand-in. No emails are sent.
        </p>
      )}
    </RecordDialog>
  );
}
