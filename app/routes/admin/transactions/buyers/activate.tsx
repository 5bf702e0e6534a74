import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fullNames } from "#app/domain/people/person.ts";
import {
  activatePurchase,
  readActivation,
} from "#app/domain/purchases/activate-purchase.server.ts";
import { newFormKey, doOnce } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { carryOut } from "../../kit/carry-out.server.ts";
import { openDialog } from "../../kit/dialog-pages.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { RecordDialog } from "../../kit/record-dialog.tsx";
import { confirmedRecipients } from "../confirmed-recipients.server.ts";
import { readPlace } from "./read-place.ts";

const TITLE = "Activate purchase intent";

export const handle: LayoutHandle = { part: TITLE };

const FAILURE = "There was an error while activating the purchase intent";

/** A key belongs to one purchase's page. */
const formName = (id: string) => `activate-purchase ${id}`;

/** What will happen, and who will be written to (K-064 to K-066). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const place = readPlace(params);
  return openDialog(request, {
    async read() {
      const { buyers, active_id, refusal, recipients, ...emails } = await readActivation(db, place);
      return {
        buyers: fullNames(buyers),
        buyer_email: emails.buyer_email,
        solicitor_email: emails.solicitor_email,
        refusal,
        replaces: active_id !== null,
        fields: {
          active_id: active_id ?? "",
          recipients: recipients.join(),
          form_key: newFormKey(formName(place.purchase_intent_id)),
        },
      };
    },
    title: () => TITLE,
    failure: FAILURE,
    back: tabOf(place.transaction_id),
    opener: `activate-${place.purchase_intent_id}`,
  });
}

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionBuyers, paths.admin.transactions);

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const place = readPlace(params);
  const to = tabOf(place.transaction_id);
  const form = await readForm(request);
  const active_id = formText(form, "active_id") || null;
  const recipients = confirmedRecipients(form);
  const post = {
    form: formName(place.purchase_intent_id),
    key: formText(form, "form_key"),
    body: { ...place, active_id, recipients },
  };
  return carryOut({
    run: () =>
      doOnce(db, post, (trx) => activatePurchase(trx, place, { actor, active_id, recipients })),
    done: { to, title: "Purchase intent activated" },
    failed: { to, title: "Activation failed" },
    failure: FAILURE,
    here: to,
  });
}

export default function ActivatePurchase() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ buyers, buyer_email, solicitor_email, replaces }) => (
        <>
          <p>
            The purchase intent of <strong>{buyers}</strong> becomes the active one. This
            deactivates all other purchase intents of this transaction
            {replaces ? ", one of which is active now." : ". None of them is active now."}
          </p>
          <p>
            It automatically emails the buyer at <strong>{buyer_email}</strong>
            {solicitor_email ? (
              <>
                {" "}
                and their solicitor at <strong>{solicitor_email}</strong>.
              </>
            ) : (
              ". No solicitor is assigned to the buyer, so none is written to."
            )}
          </p>
        </>
      )}
    </RecordDialog>
  );
}
