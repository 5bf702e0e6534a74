import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { reactivateStaff } from "#app/domain/staff/change-staff.server.ts";
import { readStaffMember } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { pageOrList } from "../shared/open-record.server.ts";
import { memberView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Reactivate") };

const FAILURE = "There was an error while reactivating this colleague";

const server = confirmPage({
  needs: "change_staff",
  ids: ({ id = "" }) => id,
  async read(id) {
    const { name, email, role_names, is_deactivated } = memberView(await readStaffMember(db, id));
    return {
      name,
      email,
      role_names,
      refusal: is_deactivated ? null : "This colleague isn’t deactivated.",
      confirmed: { email },
    };
  },
  confirmed: z.object({ email: hidden.text() }),
  title: ({ name }) => `Reactivate ${name}`,
  failure: FAILURE,
  back: (id) => pageOrList(id, paths.admin.staffMember, paths.admin.staff),
  opener: () => "bring-back",
  form: (id) => `bring-back-staff:${id}`,
  run: (trx, _confirmed, { actor }, id) => reactivateStaff(trx, { id, actor }),
  words: {
    done: {
      title: "Reactivated",
      description: "We’ve emailed this colleague to say they can sign in again.",
    },
    failed: "Not reactivated",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function ReactivateStaff() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ name, email, role_names }) => (
        <p>
          We’ll email <strong>{name}</strong> at <strong>{email}</strong>, and they’ll be able to
          sign in again. Their roles: {role_names}.
        </p>
      )}
    </RecordDialog>
  );
}
