import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminDate } from "#app/domain/shared/dates.ts";
import {
  activatePurchase,
  activationMark,
  readActivation,
} from "#app/domain/purchases/activation.server.ts";
import { paths } from "#app/paths.ts";
import { Details } from "#app/ui/details.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { namesInSentence } from "../names-in-sentence.ts";
import { LetterSheet } from "../solicitors/letter-sheet.tsx";

const TITLE = "Activate purchase intent";

export const handle: LayoutHandle = { part: TITLE };

const FAILURE = "There was an error while activating the purchase intent";

/**
 * Asks staff to confirm that a purchase becomes active, and lists the people who will be emailed
 * (K-064 to K-066).
 */
const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", purchaseId = "" }) => ({ transaction_id: id, purchase_intent_id: purchaseId }),
  async read(place, { actor }) {
    const activation = await readActivation(db, actor, place);
    const { buyers, displaced, aborted, refusal, emails, introductions, letter } = activation;
    return {
      buyers: namesInSentence(buyers),
      displaced: displaced && namesInSentence(displaced.buyers),
      aborted: aborted && adminDate(aborted),
      emails: emails.map(({ label, to, cc }) => ({
        label,
        to: cc.length > 0 ? `${to}, copies to ${cc.join(", ")}` : to,
      })),
      letter: introductions.find((email) => email.letter)?.letter?.letter ?? letter?.letter ?? null,
      refusal,
      confirmed: { confirmed: activationMark(activation) },
    };
  },
  confirmed: z.object({ confirmed: hidden.text() }),
  title: () => TITLE,
  failure: FAILURE,
  back: ({ transaction_id }) =>
    pageOrList(transaction_id, paths.admin.transactionTab.buyers, paths.admin.transactions),
  opener: ({ purchase_intent_id }) => `activate-${purchase_intent_id}`,
  form: ({ purchase_intent_id }) => `activate-purchase ${purchase_intent_id}`,
  run: (trx, { confirmed }, { actor }, place) => activatePurchase(trx, place, { actor, confirmed }),
  words: {
    done: { title: "Purchase intent activated" },
    failed: "Activation failed",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function ActivatePurchase() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ buyers, displaced, aborted, emails, letter }) => (
        <>
          <p>
            This activates <strong>{buyers}</strong>’s purchase intent and deactivates all other
            purchase intents on this matter.{" "}
            {displaced ? (
              <>
                This also replaces <strong>{displaced}</strong> as the buyer.
              </>
            ) : (
              "No other purchase intent is active now."
            )}
          </p>
          {aborted ? (
            <p>
              This purchase was aborted on <strong>{aborted}</strong>. Activating it clears that
              date, and the timeline shows that it was resumed.
            </p>
          ) : null}
          <p>These emails will be sent automatically:</p>
          <div className="prose">
            <ul>
              {emails.map(({ label, to }) => (
                <li key={`${label} ${to}`}>
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
            <p>No solicitor is assigned to the buyer, so we won’t email one.</p>
          )}
        </>
      )}
    </RecordDialog>
  );
}
