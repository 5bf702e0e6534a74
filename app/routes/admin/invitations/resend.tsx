import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  readInvitationToResend,
  resendInvitation,
} from "#app/domain/invitations/new-invitations.server.ts";
import { INVITATION_DAYS } from "#app/domain/invited-matters/statuses.ts";
import { fullName } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { newFormKey, doOnce } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { carryOut } from "../kit/carry-out.server.ts";
import { openDialog } from "../kit/dialog-pages.server.ts";
import { RecordDialog } from "../kit/record-dialog.tsx";
import { invitationRole, partWithName, resendLinkId, resentText } from "./view.ts";

export const handle: LayoutHandle = { part: partWithName("Resend") };

const FAILURE = "Resend failed";

/** A key belongs to one invitation's page. */
const formName = (id: string) => `resend-invitation ${id}`;

/** Who will be written to; or why nobody can be. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const role = invitationRole(request);
  return openDialog(request, {
    async read() {
      const invitation = await readInvitationToResend(db, { id, role });
      return {
        name: fullName(invitation),
        email: invitation.email,
        property: addressLine(invitation),
        refusal: null,
        fields: { form_key: newFormKey(formName(id)) },
      };
    },
    title: () => "Resend invitation",
    failure: FAILURE,
    back: paths.admin.invitations(role),
    opener: resendLinkId(id),
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const role = invitationRole(request);
  const key = formText(await readForm(request), "form_key");
  const list = paths.admin.invitations(role);
  return carryOut({
    run: () =>
      doOnce(db, { form: formName(id), key, body: null }, (trx) =>
        resendInvitation(trx, { id, role }, { actor }),
      ),
    done: { to: list, title: "Invitation resent", description: resentText(role) },
    failed: { to: list, title: FAILURE },
    failure: "There was an error while resending the invitation",
    here: list,
  });
}

export default function ResendInvitation() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ name, email, property }) => (
        <p>
          We will send <strong>{name}</strong> a new invitation for <strong>{property}</strong>, in
          your name, at <strong>{email}</strong>. Its link is valid for {INVITATION_DAYS} days.
        </p>
      )}
    </RecordDialog>
  );
}
