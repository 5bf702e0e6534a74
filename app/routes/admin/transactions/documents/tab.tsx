import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import {
  type Decision,
  DECISION_LABELS,
  NEEDS_REASON,
  STATUS_TONES,
} from "#app/domain/documents/request-states.ts";
import { decideRequest, readMatterDocuments } from "#app/domain/documents/staff-requests.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";
import { FileList } from "../../../dashboard/documents/lists.tsx";
import { IfPermitted } from "../../shared/allowed.tsx";
import { textOrDash } from "../../shared/cells.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { runAction } from "../../shared/run-action.server.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";
import { documentsView, type RequestView, type SideView } from "./view.ts";

export const handle: LayoutHandle = { part: "Documents" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id }, reader) =>
    documentsView(await readMatterDocuments(db, reader, id)),
  );
}

const DONE: Partial<Record<string, { decision: Decision; title: string }>> = {
  accept: { decision: "accept", title: "Document accepted" },
  undo: { decision: "undo", title: "Decision undone" },
};

/** Accepts a document, or undoes a decision. The other decisions have a dialog for the reason. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const done = DONE[formText(form, "decision")];
  const to = pageOrList(id, paths.admin.transactionTab.documents, paths.admin.transactions);
  return runAction({
    run() {
      if (!done) throw new DomainError("Use one of the buttons");
      const { decision } = done;
      const request_id = formText(form, "request_id");
      const version = Number(formText(form, "version"));
      const place = { transaction_id: id, request_id, version };
      return inTransaction(db, (trx) =>
        decideRequest(trx, { actor, ...place, decision, reason: null }),
      );
    },
    done: { to, title: done?.title ?? "" },
    failed: { to, title: "Nothing was changed" },
    failure: "There was an error while saving your decision",
    here: to,
  });
}

export default function DocumentsTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ id, sides }) => (
        <div className="stack">
          <p>
            <DialogLink
              needs="handle"
              id="request-document"
              to={paths.admin.requestDocument(id)}
              kind="primary"
            >
              Request a document
            </DialogLink>{" "}
            <DialogLink needs="handle" id="upload-documents" to={paths.admin.uploadDocuments(id)}>
              Upload documents
            </DialogLink>
          </p>
          {sides.map((side) => (
            <Side key={side.key} id={id} side={side} />
          ))}
        </div>
      )}
    </Tab>
  );
}

function Side({
  id,
  side: { title, solicitor_of, requests, others },
}: {
  id: string;
  side: SideView;
}) {
  return (
    <Card title={title}>
      {solicitor_of ? (
        <p>
          <DialogLink
            needs="handle"
            id={`email-documents-${solicitor_of}`}
            to={paths.admin.emailDocuments(id, solicitor_of)}
          >
            {solicitor_of === "seller"
              ? "Email documents to the seller’s solicitor"
              : "Email documents to the buyer’s solicitor"}
          </DialogLink>
        </p>
      ) : null}
      <DataTable
        caption={`${title}, requests`}
        hideCaption
        list="document-requests"
        columns={columnsOf(id)}
        rows={requests}
        rowKey={(request) => request.id}
        empty="No documents requested yet."
      />
      {others.length > 0 ? (
        <>
          <h3>Sent without a request</h3>
          <FileList files={others} />
        </>
      ) : null}
    </Card>
  );
}

function columnsOf(id: string): readonly Column<RequestView>[] {
  return [
    {
      key: "document",
      title: "Document",
      width: "wide",
      cell: ({ title, purpose }) => (
        <div>
          {title}
          {purpose ? <span className="row-note">{purpose}</span> : null}
        </div>
      ),
    },
    { key: "status", title: "Status", width: "wide", cell: (request) => <Status {...request} /> },
    { key: "due", title: "Due", width: "line", cell: ({ due }) => textOrDash(due) },
    {
      key: "files",
      title: "Files",
      width: "wide",
      cell: ({ files }) => (files.length > 0 ? <FileList files={files} /> : textOrDash(null)),
    },
    {
      key: "action",
      title: "Action",
      cell: (request) => <Decisions id={id} request={request} />,
    },
  ];
}

function Status({ status, label, reason, missing_reason, is_late }: RequestView) {
  return (
    <div>
      <Badge tone={STATUS_TONES[status]}>{label}</Badge>
      {is_late ? <span className="row-note">Overdue</span> : null}
      {missing_reason ? (
        <span className="row-note">The customer doesn’t have it: {missing_reason}</span>
      ) : null}
      {reason ? <span className="row-note">Reason: {reason}</span> : null}
    </div>
  );
}

function Decisions({ id, request }: { id: string; request: RequestView }) {
  const { decisions, title, version } = request;
  return (
    <IfPermitted needs="handle">
      <div className="cluster">
        {decisions.map((decision) =>
          NEEDS_REASON.has(decision) ? (
            <DialogLink
              key={decision}
              needs="handle"
              id={`${decision}-${request.id}`}
              to={paths.admin.decideRequest(id, request.id, decision)}
              what={title}
            >
              {DECISION_LABELS[decision]}
            </DialogLink>
          ) : (
            <Form key={decision} method="post" preventScrollReset>
              <input type="hidden" name="request_id" value={request.id} />
              <input type="hidden" name="version" value={version} />
              <Button
                type="submit"
                name="decision"
                value={decision}
                kind={decision === "accept" ? "primary" : "secondary"}
                size="small"
              >
                {DECISION_LABELS[decision]}
                <span className="vh"> {title}</span>
              </Button>
            </Form>
          ),
        )}
      </div>
    </IfPermitted>
  );
}
