import type { ActionFunctionArgs } from "@remix-run/node";
import { isPostmark } from "#app/clients/postmark/inbound.server.ts";
import { readPostmarkOutcome } from "#app/clients/postmark/outcomes.ts";
import { findSentEmail, recordOutcome } from "#app/domain/deliveries/outcomes.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { authenticateWebhook } from "./authenticate-webhook.server.ts";

/**
 * Receives delivery results, authenticated by password. Postmark retries any response but 200 and
 * 403. Emails that are not logged are sign-in links or deleted.
 */
export async function action({ request }: ActionFunctionArgs) {
  const isVendor = () => isPostmark(request.headers.get("Authorization"));
  const refusal = await authenticateWebhook(request, "Postmark", isVendor);
  if (refusal) return refusal;
  const said = readPostmarkOutcome(await request.json().catch(() => null));
  if (said === null) {
    report(new Error("Postmark delivery webhook: invalid payload"), { severity: "warning" });
    return new Response("This says nothing of an email.", { status: 403 });
  }
  const email_log_id = said === "nothing" ? null : await findSentEmail(db, said);
  if (said !== "nothing" && email_log_id) await recordOutcome(db, email_log_id, said);
  return new Response(null, { status: 200 });
}
