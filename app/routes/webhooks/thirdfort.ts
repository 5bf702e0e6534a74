import type { ActionFunctionArgs } from "@remix-run/node";
import { readThirdfortWebhook, ThirdfortSignatureError } from "#app/clients/thirdfort.server.ts";
import { receiveChange } from "#app/domain/identity-checks/refresh-checks.server.ts";
import { env } from "#app/env.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";

/**
 * Thirdfort tells that a check has changed, and a job asks it how (AMB-N04). The signature is the guard. An answer other
 * than 2xx makes Thirdfort tell it again, which is what we want when the database was away.
 */
export async function action({ request }: ActionFunctionArgs) {
  const raw = await request.text();
  try {
    const signature = request.headers.get(env.THIRDFORT_WEBHOOK_HEADER);
    const told = readThirdfortWebhook(raw, signature);
    // What names no check is of no use to us, and would be no other if it came again.
    if (told) await receiveChange(db, told);
    else report(new Error("A webhook of Thirdfort names no check"), { severity: "warning" });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof ThirdfortSignatureError)) throw error;
    report(error, { severity: "warning" });
    return new Response("The signature does not fit.", { status: 400 });
  }
}
