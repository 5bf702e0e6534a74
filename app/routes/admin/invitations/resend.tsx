import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import {
  readInvitationToResend,
  resendInvitation,
} from "#app/domain/invitations/resend-invitation.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { newFormKey, onceInTransaction } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { respondToConfirm } from "../kit/confirm.server.ts";
import { ProblemDialog } from "../kit/problem-dialog.tsx";
import { invitationRole, resendLinkId, resentText } from "./view.ts";

export const handle: LayoutHandle = { part: "Resend" };

const FAILURE = "Resend failed";

/** A key belongs to one invitation's page. */
const formName = (id: string) => `resend-invitation ${id}`;

/** Who will be written to; or why nobody can be. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const role = invitationRole(request);
  const back = paths.admin.invitations(role);
  try {
    const invitation = await readInvitationToResend(db, { id, role });
    return data({
      back,
      problem: null,
      invitation: {
        name: fullName(invitation),
        email: invitation.email,
        property: addressLine(invitation),
        opener: resendLinkId(id),
        form_key: newFormKey(formName(id)),
      },
    });
  } catch (error) {
    const expected = error instanceof DomainError;
    if (!expected) report(error, { what: FAILURE });
    const problem = expected ? error.message : FAILURE;
    return data({ back, problem, invitation: null }, { status: expected ? error.status : 500 });
  }
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const role = invitationRole(request);
  const key = formText(await readForm(request), "form_key");
  const list = paths.admin.invitations(role);
  return respondToConfirm({
    run: () =>
      onceInTransaction(db, { form: formName(id), key, body: null }, async (trx) => {
        await resendInvitation(trx, { id, role }, { actor });
        return list;
      }),
    done: { to: list, title: "Invitation resent", description: resentText(role) },
    failed: { to: list, title: FAILURE },
    failure: "There was an error while resending the invitation",
    here: list,
  });
}

export default function ResendInvitation() {
  const { back, problem, invitation } = useLoaderData<typeof loader>();
  if (!invitation) return <ProblemDialog problem={problem} back={back} />;
  const { name, email, property, opener, form_key } = invitation;
  return (
    <ConfirmDialog
      title="Resend invitation"
      back={back}
      openerId={opener}
      fields={{ form_key }}
      confirm="Resend invitation"
    >
      <p>
        We will send <strong>{name}</strong> a new invitation for <strong>{property}</strong>, in
        your name, at <strong>{email}</strong>. Its link is valid for 7 days.
      </p>
    </ConfirmDialog>
  );
}
