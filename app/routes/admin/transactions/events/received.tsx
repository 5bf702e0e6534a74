import { UNKNOWN_ERROR } from "#app/observability/errors.ts";
import { Notification } from "#app/ui/notification.tsx";
import { ReceivedEmails } from "../../unmatched-emails/received-emails.tsx";
import type { EmailView } from "../../unmatched-emails/view.ts";
import { ExpandLink } from "./expand-link.tsx";

/** Beside the events, the emails that came in. */
export function Received({
  id,
  received: { emails, open, more, expanded },
}: {
  id: string;
  received: {
    emails: readonly EmailView[] | null;
    /** The id of the one that the address asks for. */
    open: string | null;
    more: boolean;
    expanded: boolean;
  };
}) {
  return (
    <section className="stack" aria-labelledby="received">
      <h2 id="received">Emails received</h2>
      {emails ? null : <Notification kind="error" title={UNKNOWN_ERROR} />}
      {emails?.length === 0 ? <p>No email has been received yet.</p> : null}
      {emails && emails.length > 0 ? <ReceivedEmails emails={emails} open={open} /> : null}
      <ExpandLink
        id={id}
        list="emails"
        expanded={expanded}
        more={more}
        words={["All emails", "Fewer emails"]}
      />
    </section>
  );
}
