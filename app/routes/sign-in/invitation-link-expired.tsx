import { INVITATION_DAYS } from "#app/domain/shared/invitations.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { useSupportEmail } from "#app/ui/root-data.ts";

const TITLE = "Your link has expired";

export const handle: PageHandle = {
  title: TITLE,
  cached: true,
  robots: "noindex, nofollow",
};

export default function InvitationLinkExpired() {
  const supportEmail = useSupportEmail();
  return (
    <Page title={TITLE} width="narrow">
      <p>
        Invitations expire after {INVITATION_DAYS} days. Contact support at{" "}
        <EmailLink email={supportEmail} /> and we’ll send you a new one.
      </p>
    </Page>
  );
}
