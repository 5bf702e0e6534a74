import type { ActionFunctionArgs } from "@remix-run/node";
import {
  isWellFormedSignature,
  readThirdfortWebhook,
  ThirdfortSignatureError,
} from "#app/clients/thirdfort/client.server.ts";
import { handleCheckWebhook } from "#app/domain/identity-checks/refresh-checks.server.ts";
import { RestoredError } from "#app/domain/restorations/restorations.server.ts";
import { env } from "#app/platform/env.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { retryLater } from "./authenticate-webhook.server.ts";

/**
 * Receives changes to identity checks from Thirdfort, and queues a job that reads the changed check
 * (AMB-N04). Reads the body only if the signature is plausible. Thirdfort sends a change again
 * after any response other than 2xx.
 */
export async function action({ request }: ActionFunctionArgs) {
  const signature = request.headers.get(env.THIRDFORT_WEBHOOK_HEADER);
  try {
    if (!isWellFormedSignature(signature))
      throw new ThirdfortSignatureError("The signature is none");
    const notification = readThirdfortWebhook(await request.text(), signature);
    // A message that names no identity check is accepted, because sending it again would not change
    // that.
    if (notification) await handleCheckWebhook(db, notification);
    else report(new Error("Thirdfort webhook without a check id"), { severity: "warning" });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof RestoredError) return retryLater();
    if (!(error instanceof ThirdfortSignatureError)) throw error;
    report(error, { severity: "warning" });
    return new Response("The signature does not match.", { status: 400 });
  }
}
