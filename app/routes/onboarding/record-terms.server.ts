import { report } from "#app/observability/report.server.ts";
import { contactSupportText } from "./failures.server.ts";

/**
 * Writes down an acceptance of the terms that could not be written down before: no money is taken and no purchase
 * confirmed without it (AMB-C10).
 *
 * @param record of the sale or of the purchase (`pendingTerms`)
 * @param before what waits for it, for the log
 * @returns what to say when it cannot be written down now; null when it is
 */
export async function recordTerms(
  record: Promise<void>,
  before: "a payment" | "a purchase is confirmed",
): Promise<string | null> {
  try {
    await record;
    return null;
  } catch (error) {
    report(error, { what: `recording terms before ${before}` });
    return contactSupportText(error);
  }
}
