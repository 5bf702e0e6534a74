import type { ActionFunctionArgs } from "@remix-run/node";
import {
  isOneSearch,
  isPushAddress,
  PUSH_HEAD_BYTES,
  PushRefusedError,
  readPush,
} from "#app/clients/one-search/push.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { queueFirstReport } from "#app/domain/reports/report.server.ts";
import { RestoredError } from "#app/domain/restorations/restorations.server.ts";
import { processProviderWebhook } from "#app/domain/searches/receive-push.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { authenticateWebhook, retryLater, textReader } from "./authenticate-webhook.server.ts";

/**
 * Receives messages from OneSearch. Reads only the start of a message before it has checked the
 * secret in the URL and the credentials. Messages are never logged. OneSearch sends a message again
 * after any response other than 2xx.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const read = textReader(request.body);
  const refusal = await authenticateWebhook(
    request,
    "OneSearch",
    async () => isPushAddress(params.secret) && isOneSearch(await read(PUSH_HEAD_BYTES)),
  );
  if (refusal) return refusal;
  try {
    const transaction_id = await processProviderWebhook(db, readPush(await read()));
    await queueFirstReport(db, transaction_id);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof RestoredError) return retryLater();
    if (!(error instanceof PushRefusedError) && !(error instanceof NotFoundError)) throw error;
    report(error, { severity: "warning", what: "OneSearch message rejected" });
    return new Response(error.message, { status: error.status });
  }
}
