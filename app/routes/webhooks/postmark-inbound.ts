import type { ActionFunctionArgs } from "@remix-run/node";
import { isPostmark, readInboundEmail } from "#app/clients/postmark/inbound.server.ts";
import { receiveEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { authenticateWebhook } from "./authenticate-webhook.server.ts";

/**
 * Receives an incoming email from Postmark. The request is authenticated by password (AMB-T01).
 * Postmark sends it again up to ten times after any response other than 200 and 403, so a malformed
 * email gets 403.
 */
export async function action({ request }: ActionFunctionArgs) {
  const isVendor = () => isPostmark(request.headers.get("Authorization"));
  const refusal = await authenticateWebhook(request, "Postmark", isVendor);
  if (refusal) return refusal;
  const email = await readInboundEmail(request.body);
  if (!email) {
    report(new Error("Postmark inbound webhook: invalid payload"), { severity: "warning" });
    return new Response("This is no email.", { status: 403 });
  }
  await receiveEmail(db, email);
  return new Response(null, { status: 200 });
}
