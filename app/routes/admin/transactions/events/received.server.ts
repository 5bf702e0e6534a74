import { listEmailsOfMatter } from "#app/domain/inbound-emails/received-emails.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { db } from "#db/connection.ts";
import { emailView } from "../../unmatched-emails/view.ts";
import { readExpanded } from "./expand-link.tsx";

/** The emails that came in and were matched with a matter, newest first. The caller must have checked who asks. */
export async function readReceived(request: Request, transaction_id: string) {
  const { expanded, limit } = readExpanded(request, "emails");
  const found = await nullIfFailed(listEmailsOfMatter(db, transaction_id, { limit }), {
    what: "reading the emails of a matter",
  });
  return {
    emails: found?.items.map(emailView) ?? null,
    open: new URL(request.url).searchParams.get("open"),
    more: Boolean(found?.next),
    expanded,
  };
}
