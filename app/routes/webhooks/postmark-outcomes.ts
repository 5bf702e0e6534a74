import type { ActionFunctionArgs } from "@remix-run/node";
import { isPostmark } from "#app/clients/postmark/inbound.server.ts";
import { readPostmarkOutcome } from "#app/clients/postmark/outcomes.ts";
import { findSentEmail, recordOutcome } from "#app/domain/deliveries/outcomes.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { authenticateWebhook } from "./authenticate-webhook.server.ts";

/**
 * Receives the delivery result of an email from Postmark. The request is authenticated by password.
 * Postmark sends it again after any response other than 200 and 403. A result is ignored if its
 * email is not in the log: the email was a sign-in link, or its row has been deleted.
 */
export async function action({ request }: ActionFunctionArgs) {
  const isVendor = () => isPostmark(request.headers.get("Authorization"));
  const refusal = await authenticateWebhook(request, "Postmark", isVendor);
  if (refusal) return refusal;
  const outcome = readPostmarkOutcome(await request.json().catch(() => null));
  if (outcome === null) {
    report(new Error("Postmark delivery webhook: invalid payload"), { severity: "warning" });
    return new Response("This says nothing of an email.", { status: 403 });
  }
  const email_log_id = outcome === "nothing" ? null : await findSentEmail(db, outcome);
  if (outcome !== "nothing" && email_log_id) await recordOutcome(db, email_log_id, outcome);
  return new Response(null, { status: 200 });
}
