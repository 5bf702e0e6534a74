import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  cancelInvitation,
  readInvitationToCancel,
} from "#app/domain/invitations/cancel-invitation.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { cancelLinkId, invitationRole, partWithName } from "./view.ts";

const TITLE = "Cancel invitation";

export const handle: LayoutHandle = { part: partWithName("Cancel") };

const FAILURE = "There was an error while cancelling the invitation";

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }, request) => ({ id, role: invitationRole(request) }),
  async read(place, { actor }) {
    const { invitation, refusal } = await readInvitationToCancel(db, actor, place);
    return {
      ...invitation,
      refusal: refusal && `${refusal}.`,
      confirmed: { opened: invitation },
    };
  },
  confirmed: z.object({ opened: hidden.version() }),
  title: () => TITLE,
  failure: FAILURE,
  back: ({ role }) => paths.admin.invitations(role),
  opener: ({ id }) => cancelLinkId(id),
  run: (trx, { opened }, { actor }, place) => cancelInvitation(trx, place, { actor, opened }),
  words: {
    done: { title: "Invitation cancelled" },
    failed: "Invitation not cancelled",
    failure: FAILURE,
  },
  here: ({ id, role }) => paths.admin.cancelInvitation(role, id),
});
export const loader = server.loader;
export const action = server.action;

export default function CancelInvitation() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} cancel="Keep invitation" warning>
      {({ name, email, property, status }) => (
        <>
          <p>
            This cancels the invitation to <strong>{name}</strong> ({email}) for{" "}
            <strong>{property}</strong>. Their link will stop working. Current status: {status}.
          </p>
          <p>No emails are sent, and their account stays as it is. You can invite them again.</p>
        </>
      )}
    </RecordDialog>
  );
}
