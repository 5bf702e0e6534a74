import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { deactivateStaff } from "#app/domain/staff/change-staff.server.ts";
import { readStaffMember } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../kit/confirm-dialog.tsx";
import { confirmPage, hidden } from "../kit/confirm-page.server.ts";
import { pageOrList } from "../kit/open-record.server.ts";
import { memberView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Deactivate") };

const FAILURE = "There was an error while deactivating them";

/** Shuts a colleague out, and says that it is at once (23). */
const server = confirmPage({
  needs: "change_staff",
  ids: ({ id = "" }) => id,
  async read(id) {
    const { name, email, is_deactivated } = memberView(await readStaffMember(db, id));
    return {
      name,
      email,
      refusal: is_deactivated ? "They are deactivated already." : null,
      confirmed: { email },
    };
  },
  confirmed: z.object({ email: hidden.text() }),
  title: ({ name }) => `Deactivate ${name}`,
  failure: FAILURE,
  back: (id) => pageOrList(id, paths.admin.staffMember, paths.admin.staff),
  opener: () => "deactivate",
  form: (id) => `deactivate-staff:${id}`,
  run: (trx, _confirmed, { actor }, id) => deactivateStaff(trx, { id, actor }),
  words: {
    done: { title: "Deactivated", description: "They are signed out everywhere, and emailed." },
    failed: "Not deactivated",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function Deactivate() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} warning>
      {({ name, email }) => (
        <p>
          <strong>{name}</strong> is signed out everywhere at once, with whatever is open there, and
          cannot sign in any more. They are written to at <strong>{email}</strong>. What they did
          stays under their name.
        </p>
      )}
    </RecordDialog>
  );
}
