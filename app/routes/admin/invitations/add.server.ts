import type { Submission } from "@conform-to/dom";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { withholdInvitation } from "#app/auth/invitation-link.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import type { InvitationRole } from "#app/domain/invitations/labels.ts";
import {
  createInvitation,
  type NewInvitation,
} from "#app/domain/invitations/new-invitations.server.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { paths } from "#app/paths.ts";
import { preventsEmail } from "../../sign-in/visitor-page.server.ts";
import { createOnce } from "../shared/record-form.server.ts";

const formName = (role: InvitationRole) => `invite ${role}`;

/**
 * Returns the initial values of the form. `preventEmail` has an effect only if a setting allows it
 * (AMB-B04).
 */
export async function openInviteForm(request: Request, role: InvitationRole) {
  await requireAdmin(request, "handle");
  const asked = new URL(request.url).searchParams.get("preventEmail");
  return { formKey: newIdempotencyKey(formName(role)), preventEmail: preventsEmail(asked) };
}

type Typed = NewInvitation["customer"] & { form_key: string; prevent_email?: string | undefined };

/**
 * Sends an invitation idempotently and redirects. The caller must check the permission and validate
 * the form first.
 */
export function respondToInvite(
  { typed, to, actor }: { typed: Typed; to: NewInvitation["to"]; actor: Actor },
  submission: Submission<unknown>,
) {
  const { form_key: key, ...rest } = typed;
  const { email, first_name, middle_name, last_name, phone_number } = rest;
  const customer = { email, first_name, middle_name, last_name, phone_number };
  const prevent_email = preventsEmail(typed.prevent_email);
  const body = { customer, to, prevent_email };
  return createOnce(
    submission,
    { form: formName(to.role), key, body },
    async (trx) => {
      const id = await createInvitation(trx, body, { actor });
      if (prevent_email) await withholdInvitation(trx, { invitation_id: id });
      return paths.admin.invitationSuccess(to.role, { id });
    },
    { failure: "There was an error while creating the invitation" },
  );
}
