import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import { readInboxConversation } from "#app/domain/inbox/read-conversation.server.ts";
import { unmatch } from "#app/domain/inbound-emails/match-by-hand.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage } from "../shared/confirm-page.server.ts";
import { FETCH_FAILURE, placeQuery, readInboxPlace } from "./inbox-place.server.ts";

const TITLE = "Undo match";

export const handle: PageHandle = { title: TITLE };

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", emailId = "" }, request) => ({
    id,
    email_id: emailId,
    place: placeQuery(readInboxPlace(request)),
  }),
  async read({ id, email_id }, { actor }) {
    const { matched, address } = await readInboxConversation(db, actor, id);
    const sender = matched.find((each) => each.email_id === email_id);
    if (!sender) throw new NotFoundError("Match not found");
    return {
      refusal: null,
      email: sender.email,
      address: address ? addressLine(address) : "",
      confirmed: {},
    };
  },
  confirmed: z.object({}),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  back: ({ id, place }) =>
    isObjectId(id) ? paths.admin.conversation(id, place) : paths.admin.inbox(place),
  opener: ({ email_id }) => `undo-match-${email_id}`,
  form: ({ email_id }) => `undo-match ${email_id}`,
  run: (trx, _confirmed, { actor }, { email_id }) => unmatch(trx, { email_id }, { actor }),
  words: {
    done: { title: "Match undone" },
    failed: "The match was not undone",
    failure: "There was an error while undoing the match",
  },
  leadsTo: ({ place }) => paths.admin.inbox(place),
});
export const loader = server.loader;
export const action = server.action;

/** Asks for confirmation before the emails of a sender leave a matter. */
export default function UndoMatch() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ email, address }) => (
        <>
          <p>
            The emails from <bdi>{email}</bdi> will leave {address}. We’ll match them again by our
            rules. Emails that fit no matter return to the inbox as unanswered.
          </p>
          <p>The sender’s next emails will no longer follow this match. No emails are sent.</p>
        </>
      )}
    </RecordDialog>
  );
}
