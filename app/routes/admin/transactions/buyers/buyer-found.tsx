import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { formatPounds } from "#app/domain/shared/money.ts";
import { readBuyerFound, sendBuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import { log } from "#app/observability/log.server.ts";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { EmailRecipients, lastSentText } from "../email-recipients.tsx";
import { FETCH_FAILURE, BUYER_FOUND_FAILURE } from "../failures.ts";
import { overviewOr } from "../from-overview.ts";
import { namesInSentence } from "../names-in-sentence.ts";

const TITLE = "Send buyer found email";

export const handle: LayoutHandle = { part: TITLE };

/**
 * Asks staff to confirm the “buyer found” email, and lists the people who will get it (AMB-K06).
 */
const server = confirmPage({
  needs: "handle",
  ids: ({ id = "" }, request) => ({
    id,
    back: pageOrList(
      id,
      overviewOr(request, paths.admin.transactionTab.buyers),
      paths.admin.transactions,
    ),
  }),
  async read({ id }, { actor }) {
    const { purchase, recipients, refusal, without_agent, last_sent_at } = await readBuyerFound(
      db,
      actor,
      id,
    );
    return {
      last_sent: lastSentText(last_sent_at),
      buyers: purchase && namesInSentence(purchase.buyers),
      agreed_price: purchase && formatPounds(purchase.agreed_price_pounds),
      recipients,
      without_agent,
      refusal,
      confirmed: {
        purchase_intent_id: purchase?.id ?? "",
        recipients,
        last_sent_at: last_sent_at && last_sent_at.toISOString(),
      },
    };
  },
  confirmed: z.object({
    purchase_intent_id: hidden.text(),
    recipients: hidden.texts(),
    last_sent_at: hidden.textOrNull(),
  }),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  back: ({ back }) => back,
  opener: () => "send-buyer-found",
  form: ({ id }) => `buyer-found ${id}`,
  async run(trx, confirmed, { actor }, { id }) {
    const { without_agent } = await sendBuyerFound(trx, id, { actor, ...confirmed });
    if (without_agent) {
      log.warn({ transaction_id: id }, "buyer found email: no estate agent recipients");
    }
  },
  words: {
    // `seconds` is how long the toast is shown (K-081).
    done: { title: "Buyer found email sent", seconds: 3 },
    failed: "Buyer found email not sent",
    failure: BUYER_FOUND_FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function SendBuyerFound() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ buyers, agreed_price, recipients, without_agent, last_sent }) => (
        <>
          <p>
            This email gives the buyer’s name (<strong>{buyers}</strong>) and the agreed price (
            <strong>{agreed_price}</strong>). It will be sent to:
          </p>
          <EmailRecipients recipients={recipients} lastSent={last_sent} />
          {without_agent ? (
            <Notification kind="warning" title="No estate agent will be emailed">
              <p>No estate agent is assigned, or no one there has an email address.</p>
            </Notification>
          ) : null}
        </>
      )}
    </RecordDialog>
  );
}
