import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { DECISION_LABELS, findDecision } from "#app/domain/documents/request-states.ts";
import {
  decideRequest,
  DecisionForm,
  readStaffRequest,
} from "#app/domain/documents/staff-requests.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

export const handle: PageHandle = { title: "Decide on a document" };

const WORDS = {
  send_back: {
    title: "Send a document back",
    hint: "Customers will read this on their page and in our email, for example “Page 2 is missing”. We’ll email everyone on this side who has an account in 10 minutes.",
  },
  not_needed: {
    title: "Mark as not needed",
    hint: "Customers will read this on their page. No emails are sent.",
  },
} as const;

type Words = keyof typeof WORDS;

function wordsOf(decision = ""): Words | null {
  const known = findDecision(decision);
  return known === "send_back" || known === "not_needed" ? known : null;
}

const server = addPage({
  needs: "handle",
  ids: ({ id = "", requestId = "", decision = "" }) => ({ id, request_id: requestId, decision }),
  form: ({ id, request_id, decision }) => `decide-document ${id} ${request_id} ${decision}`,
  async readExtra({ id, request_id, decision }, reader) {
    if (!wordsOf(decision)) throw new NotFoundError("Page not found");
    const request = await readStaffRequest(db, reader, { transaction_id: id, request_id });
    const { title, version, missing_reason } = request;
    return { title, version, missing_reason };
  },
  schema: DecisionForm,
  create(trx, { version, reason }, { actor }, { id, request_id, decision }) {
    const chosen = wordsOf(decision);
    if (!chosen) throw new NotFoundError("Page not found");
    const place = { transaction_id: id, request_id, version };
    return decideRequest(trx, { actor, ...place, decision: chosen, reason });
  },
  done: "Decision saved",
  failures: { read: FETCH_FAILURE, write: "There was an error while saving your decision" },
  back: ({ id }) => pageOrList(id, paths.admin.transactionTab.documents, paths.admin.transactions),
  opener: ({ request_id, decision }) => `${decision}-${request_id}`,
});
export const loader = server.loader;
export const action = server.action;

/** Renders the form in which staff give the reason for a decision on a document. */
export default function DecideOnDocument() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const decision = wordsOf(useParams().decision) ?? "not_needed";
  const { title, hint } = WORDS[decision];
  const { extra } = page;
  return (
    <FormDialog<{ version: string; reason: string }>
      id="decide-document"
      title={extra ? `${title}: ${extra.title}` : title}
      page={{ ...page, typed: { version: String(extra?.version ?? "") } }}
      result={result}
      submit={DECISION_LABELS[decision]}
    >
      {(fields) => (
        <>
          <input type="hidden" name="version" value={fieldProps(fields.version).value} />
          {extra?.missing_reason ? (
            <p>The customer doesn’t have it: {extra.missing_reason}</p>
          ) : null}
          <TextArea {...fieldProps(fields.reason)} label="Reason" hint={hint} />
        </>
      )}
    </FormDialog>
  );
}
