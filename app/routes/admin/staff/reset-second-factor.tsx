import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { resetSecondFactor } from "#app/auth/second-factor.server.ts";
import { readStaffMember } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../kit/confirm-dialog.tsx";
import { confirmPage, hidden } from "../kit/confirm-page.server.ts";
import { pageOrList } from "../kit/open-record.server.ts";
import { memberView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Reset the second factor") };

const FAILURE = "There was an error while resetting the second factor";

/** For a colleague who has lost their passkey, their app and their recovery codes (23). */
const server = confirmPage({
  needs: "change_staff",
  ids: ({ id = "" }) => id,
  async read(id) {
    const { name, email, factors, has_factor } = memberView(await readStaffMember(db, id));
    return {
      name,
      email,
      factors,
      refusal: has_factor ? null : "They have no second factor.",
      confirmed: { factors },
    };
  },
  confirmed: z.object({ factors: hidden.text() }),
  title: ({ name }) => `Reset the second factor of ${name}`,
  failure: FAILURE,
  back: (id) => pageOrList(id, paths.admin.staffMember, paths.admin.staff),
  opener: () => "reset-second-factor",
  form: (id) => `reset-second-factor:${id}`,
  run: (trx, _confirmed, { actor }, id) => resetSecondFactor(trx, { id, actor }),
  words: {
    done: { title: "Second factor reset", description: "They are signed out, and emailed." },
    failed: "Not reset",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function ResetSecondFactor() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} warning>
      {({ name, email, factors }) => (
        <>
          <p>
            Be sure that it is <strong>{name}</strong> who asks: by telephone or in person, not by
            email. Whoever reads their mailbox can sign in then.
          </p>
          <p>
            What they have now goes: {factors}, and their recovery codes. They are signed out
            everywhere and written to at <strong>{email}</strong>.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
