import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SELLERS } from "#app/domain/documents/request-states.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { readMatterSides } from "#app/domain/inbox/find-matters.server.ts";
import { readInboxConversation } from "#app/domain/inbox/read-conversation.server.ts";
import { matchByHand } from "#app/domain/inbound-emails/match-by-hand.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { InboxDialog } from "./inbox-dialog.tsx";
import { FETCH_FAILURE, ofConversation, placeFields, placeQuery } from "./inbox-place.server.ts";

const TITLE = "Choose a side";

export const handle: PageHandle = { title: TITLE };

const MatchForm = z.object({
  ...placeFields,
  side: z
    .string({ error: "Choose a side" })
    .refine((side) => side === SELLERS || isObjectId(side), "Choose a side"),
});

const GONE =
  "A colleague has already matched or deleted this conversation. Go back to the inbox and check it";

const server = addPage({
  needs: "handle",
  ids: ({ id = "", transactionId = "" }) => ({ id, transaction_id: transactionId }),
  form: ({ id, transaction_id }) => `match-conversation ${id} ${transaction_id}`,
  async readExtra({ id, transaction_id }, reader) {
    const { sender, transaction_id: known } = await readInboxConversation(db, reader, id);
    if (known !== null) throw new ConflictError(GONE);
    const { number, address, sellers, purchases } = await readMatterSides(
      db,
      reader,
      transaction_id,
    );
    return {
      sender: sender ?? "this sender",
      number: formatMatterNumber(number),
      address,
      sides: [
        { value: SELLERS, label: `Sellers: ${fullNames(sellers)}` },
        ...purchases.map(({ id: purchase, is_active, buyers }) => ({
          value: purchase,
          label: `${is_active ? "Buyers" : "Buyers of an inactive purchase"}: ${fullNames(buyers)}`,
        })),
      ],
    };
  },
  schema: MatchForm,
  async create(trx, { side, ...place }, { actor }, { id, transaction_id }) {
    const purchase_intent_id = side === SELLERS ? null : side;
    const match = { conversation_id: id, transaction_id, purchase_intent_id };
    const conversation_id = await matchByHand(trx, match, { actor }).catch((error: unknown) => {
      // The conversation of a sender is deleted when its last message moves to a matter.
      throw error instanceof NotFoundError ? new ConflictError(GONE) : error;
    });
    return paths.admin.conversation(conversation_id, placeQuery(place));
  },
  leadsTo: (to) => to,
  done: "Conversation matched",
  failures: { read: FETCH_FAILURE, write: "There was an error while matching the conversation" },
  back: ({ id }) => ofConversation.back(id),
  opener: () => "match",
});
export const loader = server.loader;
export const action = server.action;

/** Asks for the side of the matter, and moves the conversation to it. */
export default function ConfirmMatch() {
  const page = useLoaderData<typeof loader>();
  const { extra } = page;
  return (
    <InboxDialog<{ side: string }>
      id="match-conversation"
      title={extra ? `Match to ${extra.number}` : TITLE}
      page={{ ...page, typed: { side: extra?.sides.length === 1 ? SELLERS : "" } }}
      result={useActionData<typeof action>()}
      submit={extra ? `Match to ${extra.number}` : "Match"}
    >
      {(fields) =>
        extra ? (
          <>
            <p>
              This moves all emails from <bdi>{extra.sender}</bdi> to {extra.address}. The sender’s
              next emails will go there too. No emails are sent. You can undo this.
            </p>
            <Radios {...fieldProps(fields.side)} legend="Which side?" options={extra.sides} />
          </>
        ) : null
      }
    </InboxDialog>
  );
}
