import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { resetSecondFactor } from "#app/auth/second-factor.server.ts";
import { readStaffMember } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { pageOrList } from "../shared/open-record.server.ts";
import { memberView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Reset second factor") };

const FAILURE = "There was an error while resetting the second factor";

const server = confirmPage({
  needs: "change_staff",
  ids: ({ id = "" }) => id,
  async read(id) {
    const { name, email, factors, has_factor } = memberView(await readStaffMember(db, id));
    return {
      name,
      email,
      factors,
      refusal: has_factor ? null : "This colleague has no second factor.",
      confirmed: { factors },
    };
  },
  confirmed: z.object({ factors: hidden.text() }),
  title: ({ name }) => `Reset ${name}’s second factor`,
  failure: FAILURE,
  back: (id) => pageOrList(id, paths.admin.staffMember, paths.admin.staff),
  opener: () => "reset-second-factor",
  form: (id) => `reset-second-factor:${id}`,
  run: (trx, _confirmed, { actor }, id) => resetSecondFactor(trx, { id, actor }),
  words: {
    done: {
      title: "Second factor reset",
      description: "We’ve signed this colleague out everywhere and emailed them.",
    },
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
            Check that the request really comes from <strong>{name}</strong>, by phone or in person,
            not by email. After the reset, anyone who can read their email can sign in.
          </p>
          <p>
            This removes their second factor ({factors}) and their recovery codes. We’ll sign them
            out everywhere and email them at <strong>{email}</strong>. You can’t undo this.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
