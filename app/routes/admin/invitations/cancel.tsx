import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  cancelInvitation,
  readInvitationToCancel,
} from "#app/domain/invitations/cancel-invitation.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { carryOut } from "../kit/carry-out.server.ts";
import { readVersion } from "../kit/conflict.server.ts";
import { openDialog } from "../kit/dialog-pages.server.ts";
import { RecordDialog } from "../kit/record-dialog.tsx";
import { cancelLinkId, invitationRole, partWithName } from "./view.ts";

const TITLE = "Cancel invitation";

export const handle: LayoutHandle = { part: partWithName("Cancel") };

const FAILURE = "There was an error while cancelling the invitation";

/** What will happen; or why it cannot be cancelled. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const role = invitationRole(request);
  return openDialog(request, {
    async read() {
      const { invitation, refusal } = await readInvitationToCancel(db, { id, role });
      return {
        ...invitation,
        refusal: refusal && `${refusal}.`,
        fields: { opened: JSON.stringify(invitation) },
      };
    },
    title: () => TITLE,
    failure: FAILURE,
    back: paths.admin.invitations(role),
    opener: cancelLinkId(id),
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const role = invitationRole(request);
  const opened = readVersion(await readForm(request));
  const list = paths.admin.invitations(role);
  return carryOut({
    run: () => cancelInvitation(db, { id, role }, { actor, opened }),
    done: { to: list, title: "Invitation cancelled" },
    failed: { to: list, title: "Not cancelled" },
    failure: FAILURE,
    here: paths.admin.cancelInvitation(role, id),
  });
}

export default function CancelInvitation() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} cancel="Keep it" warning>
      {({ name, email, property, status }) => (
        <>
          <p>
            The link of <strong>{name}</strong> at <strong>{email}</strong> for{" "}
            <strong>{property}</strong> will open nothing any more. Its status now: {status}.
          </p>
          <p>
            Nobody is written to, and an account that they have stays. They can be invited again.
          </p>
        </>
      )}
    </RecordDialog>
  );
}
