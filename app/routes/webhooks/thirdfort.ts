import type { ActionFunctionArgs } from "@remix-run/node";
import {
  isWellFormedSignature,
  readThirdfortWebhook,
  ThirdfortSignatureError,
} from "#app/clients/thirdfort/client.server.ts";
import { receiveChange } from "#app/domain/identity-checks/refresh-checks.server.ts";
import { RestoredError } from "#app/domain/restorations/restorations.server.ts";
import { env } from "#app/platform/env.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { sendAgain } from "./sender.server.ts";

/**
 * Thirdfort tells that a check has changed, and a job asks it how (AMB-N04). The signature is the guard, and without
 * the look of one nothing is read. An answer other
 * than 2xx makes Thirdfort tell it again, which is what we want when the database was away.
 */
export async function action({ request }: ActionFunctionArgs) {
  const signature = request.headers.get(env.THIRDFORT_WEBHOOK_HEADER);
  try {
    if (!isWellFormedSignature(signature))
      throw new ThirdfortSignatureError("The signature is none");
    const told = readThirdfortWebhook(await request.text(), signature);
    // What names no check is of no use to us, and would be no other if it came again.
    if (told) await receiveChange(db, told);
    else report(new Error("A webhook of Thirdfort names no check"), { severity: "warning" });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof RestoredError) return sendAgain();
    if (!(error instanceof ThirdfortSignatureError)) throw error;
    report(error, { severity: "warning" });
    return new Response("The signature does not fit.", { status: 400 });
  }
}
