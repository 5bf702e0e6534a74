import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  readChecksRequest,
  requestChecks,
  type RequestSide,
} from "#app/domain/identity-checks/office-requests.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { FAILURES } from "../../estate-agents/view.ts";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../../shared/confirm-page.server.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { EmailRecipients, lastSentText } from "../email-recipients.tsx";
import { namesInSentence } from "../names-in-sentence.ts";
import { giftorsText, REQUEST_LABELS } from "./view.ts";

export const handle: LayoutHandle = { part: fromData("title") };

const FAILURE = "The email was not sent. Please try again.";

const DONE = { seller: "Seller checks requested", buyer: "Buyer checks requested" };

/** Number of seconds that the success toast is shown (N-007). */
const FEEDBACK_SECONDS = 5;

/** Returns the side in the URL. Throws NotFoundError if there is no such side. */
function readSide(named: string): RequestSide {
  if (named !== "seller" && named !== "buyer") throw new NotFoundError("Page not found");
  return named;
}

const server = confirmPage({
  needs: "handle",
  ids: ({ id = "", side = "" }) => ({ id, named: side }),
  async read({ id, named }, { actor }) {
    const side = readSide(named);
    const asked = await readChecksRequest(db, actor, id, side);
    const { agent, people, recipients, refusal, last_sent_at } = asked;
    return {
      title: REQUEST_LABELS[side],
      agent,
      people: namesInSentence(people),
      giftors: giftorsText(
        people.filter(({ person_type }) => person_type === "giftor").map(({ email }) => email),
      ),
      recipients,
      refusal,
      last_sent: lastSentText(last_sent_at),
      confirmed: { recipients, last_sent_at: last_sent_at && last_sent_at.toISOString() },
    };
  },
  confirmed: z.object({ recipients: hidden.texts(), last_sent_at: hidden.textOrNull() }),
  title: ({ title }) => title,
  failure: FAILURES.read,
  back: ({ id }) => pageOrList(id, paths.admin.transactionTab.thirdfort, paths.admin.transactions),
  opener: ({ named }) => `request-${named}`,
  form: ({ id, named }) => `request-checks ${named} ${id}`,
  run: (trx, confirmed, { actor }, { id, named }) =>
    requestChecks(trx, id, { actor, side: readSide(named), ...confirmed }),
  words: ({ named }) => ({
    done: { title: named === "buyer" ? DONE.buyer : DONE.seller, seconds: FEEDBACK_SECONDS },
    failed: "Checks not requested",
    failure: FAILURE,
  }),
});
export const loader = server.loader;
export const action = server.action;

export default function RequestChecks() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ agent, people, giftors, recipients, last_sent }) => (
        <>
          <p>
            This asks {agent} to run identity checks on <strong>{people}</strong>. The email will be
            sent to:
          </p>
          <EmailRecipients recipients={recipients} lastSent={last_sent} />
          {giftors ? <p>{giftors}</p> : null}
        </>
      )}
    </RecordDialog>
  );
}
