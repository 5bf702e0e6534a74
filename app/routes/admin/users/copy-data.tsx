import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { readUser } from "#app/domain/people/users.server.ts";
import { readNewestCopy, requestCopy } from "#app/domain/privacy/data-copies.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { pageOrList } from "../shared/open-record.server.ts";

export const handle: PageHandle = { title: titleFromData("Request a copy") };

const FAILURE = "There was an error while requesting the copy";
const BEING_MADE = "A copy is already being made.";

/**
 * Requests a copy of a user’s data. Only the user gets the email, and only the user can download
 * the copy.
 */
const server = confirmPage({
  needs: "handle_privacy",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    const user = await readUser(db, actor, id);
    const copy = await readNewestCopy(db, actor, { user_id: id });
    return {
      name: fullName(user),
      email: user.email,
      refusal: copy?.status === "making" ? BEING_MADE : null,
      confirmed: { email: user.email },
    };
  },
  confirmed: z.object({ email: hidden.text() }),
  title: ({ name }) => `Request a copy of ${name}’s data`,
  failure: FAILURE,
  back: (id) => pageOrList(id, paths.admin.user, paths.admin.users),
  opener: (id) => `copy-data-${id}`,
  form: (id) => `data-copy:${id}`,
  async run(trx, { email }, { actor }, id) {
    requireAsConfirmed(
      { email: (await readUser(trx, actor, id)).email },
      { email },
      "This person’s email address",
    );
    if (!(await requestCopy(trx, { user_id: id, by: actor.id }))) {
      throw new ConflictError(BEING_MADE);
    }
    await recordAudit(trx, {
      actor,
      action: "data_copy_requested",
      subject: { type: "user", id },
    });
  },
  words: {
    done: {
      title: "Copy requested",
      description: "We’ll email this person when the copy is ready.",
    },
    failed: "Copy not requested",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function CopyData() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ name, email }) => (
        <>
          <p>
            We’ll put all the data we have about <strong>{name}</strong> in one file, without other
            people’s data. The file will be available for 7 days.
          </p>
          <p>
            We’ll email them at <strong>{email}</strong> when it’s ready. Only they can download it,
            after signing in. You won’t be able to see it.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
