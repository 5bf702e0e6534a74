import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPounds } from "#app/domain/fields/money.ts";
import { fullNames } from "#app/domain/people/person.ts";
import { readBuyerFound, sendBuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import { newFormKey, doOnce } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { log } from "#app/observability/log.server.ts";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { carryOut } from "../../kit/carry-out.server.ts";
import { openDialog } from "../../kit/dialog-pages.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { RecordDialog } from "../../kit/record-dialog.tsx";
import { confirmedSending } from "../confirmed-recipients.server.ts";
import { FETCH_FAILURE } from "../failures.ts";
import { BUYER_FOUND_FAILURE } from "./failures.ts";
import { EmailRecipients, lastSentText } from "../email-recipients.tsx";

const TITLE = "Send buyer found email";

export const handle: LayoutHandle = { part: TITLE };

/** A key belongs to one transaction's page. */
const formName = (id: string) => `buyer-found ${id}`;

/** Who buys, and who will be told (AMB-K06). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openDialog(request, {
    async read() {
      const { purchase, recipients, refusal, without_agent, last_sent_at } = await readBuyerFound(
        db,
        id,
      );
      return {
        last_sent: lastSentText(last_sent_at),
        buyers: purchase && fullNames(purchase.buyers),
        agreed_price: purchase && formatPounds(purchase.agreed_price_pounds),
        recipients,
        without_agent,
        refusal,
        fields: {
          purchase_intent_id: purchase?.id ?? "",
          recipients: recipients.join(),
          last_sent_at: last_sent_at?.toISOString() ?? "",
          form_key: newFormKey(formName(id)),
        },
      };
    },
    title: () => TITLE,
    failure: FETCH_FAILURE,
    back: tabOf(id),
    opener: "send-buyer-found",
  });
}

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionBuyers, paths.admin.transactions);

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const to = tabOf(id);
  const form = await readForm(request);
  const confirmed = {
    purchase_intent_id: formText(form, "purchase_intent_id"),
    ...confirmedSending(form),
  };
  const post = {
    form: formName(id),
    key: formText(form, "form_key"),
    body: { id, ...confirmed },
  };
  return carryOut({
    async run() {
      const sent = await doOnce(db, post, (trx) =>
        sendBuyerFound(trx, id, { actor, ...confirmed }),
      );
      if (sent?.without_agent) {
        log.warn({ transaction_id: id }, "The buyer found email goes out without estate agents");
      }
    },
    // K-081
    done: { to, title: "Buyer found email sent", seconds: 3 },
    failed: { to, title: "Buyer found email not sent" },
    failure: BUYER_FOUND_FAILURE,
    here: to,
  });
}

export default function SendBuyerFound() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ buyers, agreed_price, recipients, without_agent, last_sent }) => (
        <>
          <p>
            It names the buyer, <strong>{buyers}</strong>, and the agreed price,{" "}
            <strong>{agreed_price}</strong>. It goes to:
          </p>
          <EmailRecipients recipients={recipients} lastSent={last_sent} />
          {without_agent ? (
            <Notification kind="warning" title="No estate agent will be told">
              <p>None is assigned, or none has an email address.</p>
            </Notification>
          ) : null}
        </>
      )}
    </RecordDialog>
  );
}
