import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { INVITATION_DAYS } from "#app/domain/shared/invitations.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { readInvitation } from "#app/domain/invitations/invitations.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { invitationRole, TITLES } from "./view.ts";

const TITLE = "You've successfully invited a new customer";

export const handle: PageHandle = { title: TITLE, part: fromData("list") };

/**
 * Returns the new invitation (R-045, AMB-R05), or redirects to the list if there is no invitation
 * with this id.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const role = invitationRole(request);
  const id = new URL(request.url).searchParams.get("id") ?? "";
  try {
    const invitation = await readInvitation(db, reader, { id, role });
    return {
      role,
      list: TITLES[role].list,
      customer: [
        { term: "Name", description: fullName(invitation) },
        { term: "Email", description: invitation.email },
        { term: "Property", description: addressLine(invitation) },
      ],
      newUser: invitation.new_user,
      preventEmail: invitation.prevent_email,
    };
  } catch (error) {
    if (error instanceof NotFoundError) throw redirect(paths.admin.invitations(role));
    throw error;
  }
}

export default function Invited() {
  const { role, list, customer, newUser, preventEmail } = useLoaderData<typeof loader>();
  const back = paths.admin.invitations(role);
  return (
    <StaffPage title={TITLE} crumb="Success" width="page" trail={[{ label: list, to: back }]}>
      <div className="stack">
        <Card>
          <SummaryList layout="grid" rows={customer} />
        </Card>
        {newUser ? null : (
          <p>This customer already has an account. The invitation signs them in to it.</p>
        )}
        <p>
          {preventEmail
            ? "No email was sent. The link is in the development post-box."
            : `The invitation is on its way. The link is valid for ${INVITATION_DAYS} days.`}
        </p>
        <p>
          <ButtonLink to={back}>Back to {TITLES[role].list}</ButtonLink>
        </p>
      </div>
    </StaffPage>
  );
}
