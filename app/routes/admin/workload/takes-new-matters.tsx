import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { setTakesNewMatters } from "#app/domain/handlers/takes-new-matters.server.ts";
import { readHandlerSettings } from "#app/domain/handlers/handlers.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";

export const handle: PageHandle = { title: titleFromData("New matters") };

const FAILURE = "There was an error while saving who takes new matters";

const server = confirmPage({
  needs: "manage_work",
  ids: ({ id = "" }) => id,
  async read(id) {
    const { name, takes_new_matters } = await readHandlerSettings(db, id);
    return {
      name,
      takes: takes_new_matters,
      refusal: null,
      confirmed: { take: !takes_new_matters },
    };
  },
  confirmed: z.object({ take: hidden.yes() }),
  title: ({ name, takes }) =>
    takes ? `Stop assigning new matters to ${name}` : `Assign new matters to ${name}`,
  failure: FAILURE,
  back: () => paths.admin.workload(),
  opener: (id) => `new-matters-${id}`,
  form: (id) => `takes-new-matters:${id}`,
  run: (trx, { take }, by, id) => setTakesNewMatters(trx, id, take, by),
  words: {
    done: { title: "Saved" },
    failed: "Not saved",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

/** Asks before new matters are assigned to a colleague, or no longer are. */
export default function TakesNewMatters() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} confirm="Save">
      {({ name, takes }) => (
        <p>
          {takes
            ? `We’ll stop assigning new matters to ${name}. Their matters stay theirs. No emails are sent.`
            : `We’ll assign a new matter to ${name} when they have the fewest open matters. No emails are sent.`}
        </p>
      )}
    </RecordDialog>
  );
}
