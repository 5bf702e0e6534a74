import { EmailLink } from "#app/ui/email-link.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";

export function LeadsProblem({ title, children }: { title: string; children: string }) {
  const email = useSupportEmail();
  return (
    <Page title={title} width="narrow">
      <Notification kind="error" title={children}>
        <p>
          Use the link in your weekly email from us.
          {email ? (
            <>
              {" "}
              If it doesn’t work, email us at <EmailLink email={email} />
            </>
          ) : null}
        </p>
      </Notification>
    </Page>
  );
}
