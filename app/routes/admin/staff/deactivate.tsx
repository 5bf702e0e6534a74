import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { deactivateStaff } from "#app/domain/staff/change-staff.server.ts";
import { readStaffMember } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { pageOrList } from "../shared/open-record.server.ts";
import { memberView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Deactivate") };

const FAILURE = "There was an error while deactivating this colleague";

const server = confirmPage({
  needs: "change_staff",
  ids: ({ id = "" }) => id,
  async read(id) {
    const { name, email, is_deactivated } = memberView(await readStaffMember(db, id));
    return {
      name,
      email,
      refusal: is_deactivated ? "This colleague has already been deactivated." : null,
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
    done: {
      title: "Deactivated",
      description: "We’ve signed this colleague out everywhere and emailed them.",
    },
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
          We’ll sign <strong>{name}</strong> out everywhere straight away, and anything they haven’t
          saved will be lost. They won’t be able to sign in. We’ll email them at{" "}
          <strong>{email}</strong>. Their name will stay on everything they did. You can reactivate
          them later.
        </p>
      )}
    </RecordDialog>
  );
}
