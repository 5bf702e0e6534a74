import type { ActionFunctionArgs } from "@remix-run/node";
import { isPostmark, readInboundEmail } from "#app/clients/postmark/inbound.server.ts";
import { receiveEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { refuseStranger } from "./sender.server.ts";

/**
 * Postmark hands over an email that came in (AMB-T01). The password in its address is the guard. Any answer but 200 and
 * 403 makes Postmark send it again, up to ten times: what we want while the database is away or the password is being
 * changed, and not for what will never be an email.
 */
export async function action({ request }: ActionFunctionArgs) {
  const isVendor = () => isPostmark(request.headers.get("Authorization"));
  const refusal = await refuseStranger(request, "Postmark", isVendor);
  if (refusal) return refusal;
  const email = await readInboundEmail(request.body);
  if (!email) {
    report(new Error("An inbound email could not be read"), { severity: "warning" });
    return new Response("This is no email.", { status: 403 });
  }
  await receiveEmail(db, email);
  return new Response(null, { status: 200 });
}
