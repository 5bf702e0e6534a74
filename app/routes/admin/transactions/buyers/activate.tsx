import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fullNames } from "#app/domain/people/person.ts";
import { adminDate } from "#app/domain/fields/dates.ts";
import {
  activatePurchase,
  activationMark,
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
import { Details } from "#app/ui/details.tsx";
import { LetterSheet } from "../solicitors/letter-sheet.tsx";
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
      const activation = await readActivation(db, place);
      const { buyers, displaced, aborted, refusal, emails, introductions, letter } = activation;
      return {
        buyers: fullNames(buyers),
        displaced: displaced && fullNames(displaced.buyers),
        aborted: aborted && adminDate(aborted),
        emails: emails.map(({ label, to, cc }) => ({
          label,
          to: cc.length > 0 ? `${to}, copies to ${cc.join(", ")}` : to,
        })),
        letter:
          introductions.find((email) => email.letter)?.letter?.letter ?? letter?.letter ?? null,
        refusal,
        fields: {
          confirmed: activationMark(activation),
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
  const confirmed = formText(form, "confirmed");
  const post = {
    form: formName(place.purchase_intent_id),
    key: formText(form, "form_key"),
    body: { ...place, confirmed },
  };
  return carryOut({
    run: () => doOnce(db, post, (trx) => activatePurchase(trx, place, { actor, confirmed })),
    done: { to, title: "Purchase intent activated" },
    failed: { to, title: "Activation failed" },
    failure: FAILURE,
    here: to,
  });
}

export default function ActivatePurchase() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ buyers, displaced, aborted, emails, letter }) => (
        <>
          <p>
            The purchase intent of <strong>{buyers}</strong> becomes the active one. This
            deactivates all other purchase intents of this transaction
            {displaced ? (
              <>
                , one of which is active now: <strong>{displaced}</strong> will no longer be the
                buyer.
              </>
            ) : (
              ". None of them is active now."
            )}
          </p>
          {aborted ? (
            <p>
              This purchase was aborted on <strong>{aborted}</strong>. It is taken up again: that
              date is cleared, and the timeline says so.
            </p>
          ) : null}
          <p>It automatically emails:</p>
          <div className="prose">
            <ul>
              {emails.map(({ label, to }) => (
                <li key={label}>
                  {label}: <strong>{to}</strong>
                </li>
              ))}
            </ul>
          </div>
          {letter ? (
            <Details summary={`Read the letter to ${letter.to}`}>
              <LetterSheet letter={letter} level="h3" />
            </Details>
          ) : (
            <p>No solicitor is assigned to the buyer, so none is written to.</p>
          )}
        </>
      )}
    </RecordDialog>
  );
}
