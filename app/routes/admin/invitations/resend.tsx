import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { addressLine } from "#app/domain/shared/address.ts";
import { INVITATION_DAYS } from "#app/domain/shared/invitations.ts";
import { fullName } from "#app/domain/shared/names.ts";
import {
  readInvitationToResend,
  resendInvitation,
} from "#app/domain/invitations/new-invitations.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage } from "../shared/confirm-page.server.ts";
import { invitationRole, partWithName, resendLinkId, resentText } from "./view.ts";

export const handle: LayoutHandle = { part: partWithName("Resend") };

const FAILURE = "Resend failed";

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }, request) => ({ id, role: invitationRole(request) }),
  async read(place, { actor }) {
    const invitation = await readInvitationToResend(db, actor, place);
    return {
      name: fullName(invitation),
      email: invitation.email,
      property: addressLine(invitation),
      refusal: null,
      confirmed: {},
    };
  },
  confirmed: z.object({}),
  title: () => "Resend invitation",
  failure: FAILURE,
  back: ({ role }) => paths.admin.invitations(role),
  opener: ({ id }) => resendLinkId(id),
  form: ({ id }) => `resend-invitation ${id}`,
  run: (trx, _confirmed, by, place) => resendInvitation(trx, place, by),
  words: ({ role }) => ({
    done: { title: "Invitation resent", description: resentText(role) },
    failed: FAILURE,
    failure: "There was an error while resending the invitation",
  }),
});
export const loader = server.loader;
export const action = server.action;

export default function ResendInvitation() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ name, email, property }) => (
        <p>
          We’ll email <strong>{name}</strong> ({email}) a new invitation for{" "}
          <strong>{property}</strong> in your name. The link is valid for {INVITATION_DAYS} days.
        </p>
      )}
    </RecordDialog>
  );
}
