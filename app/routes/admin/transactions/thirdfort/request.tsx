import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  readChecksRequest,
  requestChecks,
  type RequestSide,
} from "#app/domain/identity-checks/request-checks.server.ts";
import { fullNames } from "#app/domain/people/person.ts";
import { newFormKey, doOnce } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { FAILURES } from "../../estate-agents/view.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { carryOut } from "../../kit/carry-out.server.ts";
import { openDialog } from "../../kit/dialog-pages.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { RecordDialog } from "../../kit/record-dialog.tsx";
import { confirmedSending } from "../confirmed-recipients.server.ts";
import { EmailRecipients, lastSentText } from "../email-recipients.tsx";
import { REQUEST_LABELS } from "./view.ts";

export const handle: LayoutHandle = { part: fromData("title") };

const FAILURE = "The email was not sent. Please try again.";

const DONE = { seller: "Seller checks requested", buyer: "Buyer checks requested" };

/** How long it is said that the email goes out (N-007). */
const FEEDBACK_SECONDS = 5;

/** A key belongs to one side of one transaction. */
const formName = (id: string, side: RequestSide) => `request-checks ${side} ${id}`;

const readSide = (side: string | undefined) =>
  side === "seller" || side === "buyer" ? side : null;

/** Whom the office is asked to check, and who is written to. */
export async function loader({ request, params: { id = "", side: named } }: LoaderFunctionArgs) {
  const side = readSide(named);
  return openDialog(request, {
    async read() {
      if (!side) throw new NotFoundError("Page not found");
      const asked = await readChecksRequest(db, id, side);
      const { agent, people, recipients, refusal, last_sent_at } = asked;
      return {
        title: REQUEST_LABELS[side],
        agent,
        people: fullNames(people),
        told: people
          .filter(({ person_type }) => person_type === "giftor")
          .map(({ email }) => email)
          .join(", "),
        recipients,
        refusal,
        last_sent: lastSentText(last_sent_at),
        fields: {
          recipients: recipients.join(),
          last_sent_at: last_sent_at?.toISOString() ?? "",
          form_key: newFormKey(formName(id, side)),
        },
      };
    },
    title: ({ title }) => title,
    failure: FAILURES.read,
    back: tabOf(id),
    opener: `request-${named ?? ""}`,
  });
}

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionThirdfort, paths.admin.transactions);

export async function action({ request, params: { id = "", side: named } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const side = readSide(named);
  const to = tabOf(id);
  const form = await readForm(request);
  const confirmed = confirmedSending(form);
  return carryOut({
    async run() {
      if (!side) throw new NotFoundError("Page not found");
      const post = {
        form: formName(id, side),
        key: formText(form, "form_key"),
        body: { id, side, ...confirmed },
      };
      await doOnce(db, post, (trx) => requestChecks(trx, id, { actor, side, ...confirmed }));
    },
    done: { to, title: DONE[side ?? "seller"], seconds: FEEDBACK_SECONDS },
    failed: { to, title: "Checks not requested" },
    failure: FAILURE,
    here: to,
  });
}

export default function RequestChecks() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ agent, people, told, recipients, last_sent }) => (
        <>
          <p>
            {agent} is asked to check <strong>{people}</strong>. The email goes to:
          </p>
          <EmailRecipients recipients={recipients} lastSent={last_sent} />
          {told ? <p>We email those who give money, once: {told}.</p> : null}
        </>
      )}
    </RecordDialog>
  );
}
