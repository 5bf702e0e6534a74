import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, Form, Link } from "@remix-run/react";
import {
  type RequestEmailName,
  readPlotPlanRequestedAt,
  readRequestAnswer,
} from "#app/domain/inbound-emails/received-emails.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { listReportDocuments, reportRefusal } from "#app/domain/reports/read-documents.server.ts";
import { queueFirstReport, readReport } from "#app/domain/reports/report.server.ts";
import { readSharing } from "#app/domain/reports/shared-report.server.ts";
import { listRequests, markRequest } from "#app/domain/searches/additional-requests.server.ts";
import { resolveSearchProblem, readSearches } from "#app/domain/searches/searches.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";
import { requireActor, pageOrList } from "../../shared/open-record.server.ts";
import { runAction } from "../../shared/run-action.server.ts";
import { REQUESTS_FAILURE, SEARCHES_FAILURE, REPORT_FAILURE } from "../failures.ts";
import { openTab } from "../open-transaction.server.ts";
import { ReportCard, reportDocumentView, reportView } from "../report/card.tsx";
import { sharingView } from "../report/sharing.tsx";
import { Tab } from "../tabs.tsx";
import { textOrDash } from "../../shared/cells.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { SearchesCard, StatusBadge } from "./searches-card.tsx";
import { IfPermitted } from "../../shared/allowed.tsx";
import {
  answerView,
  plotPlanView,
  requestView,
  searchesView,
  type RequestView,
} from "./view.server.ts";

export const handle: LayoutHandle = { part: "Searches" };

/**
 * Reads the parts of the tab separately, so that each part shows its own error (O-027, O-033,
 * O-046).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async (matter, reader) => {
    const { id } = matter;
    const [searches, report, requests] = await Promise.all([
      nullIfFailed(
        readSearches(db, reader, id).then((found) => searchesView(found, matter)),
        { what: SEARCHES_FAILURE },
      ),
      nullIfFailed(readReportCard(reader, id), { what: REPORT_FAILURE }),
      nullIfFailed(readRequests(reader, id), { what: REQUESTS_FAILURE }),
    ]);
    return { id, searches, report, requests };
  });
}

async function readRequests(reader: StaffReader, id: string) {
  const found = await listRequests(db, reader, id);
  const bill = found.find(({ type }) => type === "sewer_bill");
  const plan_asked_at = await readPlotPlanRequestedAt(db, reader, id);
  const readAnswer = (email_name: RequestEmailName, since: Date | null | undefined) =>
    since ? readRequestAnswer(db, reader, id, { email_name, since }) : null;
  const bill_answer = await readAnswer("sewer_bill_request", bill?.sent_at);
  const plan_answer = await readAnswer("plot_plan_request", plan_asked_at);
  return {
    shown: [
      ...found.map((request) =>
        requestView(request, request === bill ? answerView(id, bill_answer) : null),
      ),
      ...(plan_asked_at ? [plotPlanView(plan_asked_at, answerView(id, plan_answer))] : []),
    ],
    // False once the request has been sent, because it can be sent only once (O-040).
    may_request_bill: !bill,
  };
}

/**
 * Returns the data of the report card. Viewing the card also queues the first report if it is due
 * (AMB-O03).
 */
async function readReportCard(reader: StaffReader, id: string) {
  await queueFirstReport(db, id, { unlessAsked: true });
  const [report, sharing, documents] = await Promise.all([
    readReport(db, reader, id),
    readSharing(db, reader, id),
    listReportDocuments(db, reader, id),
  ]);
  return {
    id,
    report: report && reportView(report),
    sharing: sharingView(sharing),
    documents: documents.filter(({ has_come }) => has_come).map(reportDocumentView),
    refusal: reportRefusal(documents),
  };
}

/**
 * Marks an additional request as sent or received (O-037, O-038), or a problem with a search as
 * resolved.
 */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const to = pageOrList(id, paths.admin.transactionTab.searches, paths.admin.transactions);
  const problem_id = formText(form, "problem_id");
  if (problem_id) {
    return runAction({
      run: () => inTransaction(db, (trx) => resolveSearchProblem(trx, id, { actor, problem_id })),
      done: { to, title: "Marked as resolved" },
      failed: { to, title: "Not marked as resolved" },
      failure: "Failed to update status. Please try again.",
      here: to,
    });
  }
  const step = {
    request_id: formText(form, "request_id"),
    version: Number(formText(form, "version")),
    status: formText(form, "status"),
  };
  return runAction({
    run: () => inTransaction(db, (trx) => markRequest(trx, id, { actor, ...step })),
    done: { to, title: `Request marked as ${step.status}` },
    failed: { to, title: "Status not updated" },
    failure: "Failed to update status. Please try again.",
    here: to,
  });
}

export default function SearchesTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ id, searches, report, requests }) => (
        <div className="stack">
          {searches ? (
            <SearchesCard id={id} view={searches} />
          ) : (
            <Notification kind="error" title={SEARCHES_FAILURE} />
          )}
          <div className="searches-below">
            <ReportCard card={report} />
            {requests ? (
              <AdditionalRequests id={id} {...requests} />
            ) : (
              <Notification kind="error" title={REQUESTS_FAILURE} />
            )}
          </div>
        </div>
      )}
    </Tab>
  );
}

/** Renders the additional requests, each with its next step (O-008, O-036 to O-040). */
function AdditionalRequests({
  id,
  shown,
  may_request_bill,
}: {
  id: string;
  shown: readonly RequestView[];
  may_request_bill: boolean;
}) {
  return (
    <Card
      title="Additional information requests"
      actions={
        may_request_bill ? (
          <DialogLink needs="handle" id="request-water-bill" to={paths.admin.requestWaterBill(id)}>
            Request water bill
          </DialogLink>
        ) : null
      }
    >
      <DataTable
        caption="Requests and their statuses"
        hideCaption
        list="requests"
        columns={requestColumns(id)}
        rows={shown}
        rowKey={(request) => request.id}
        empty="No requests yet."
      />
    </Card>
  );
}

function requestColumns(id: string): readonly Column<RequestView>[] {
  return [
    { key: "request", title: "Request", cell: (request) => <Asked request={request} /> },
    { key: "status", title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
    { key: "sent", title: "Sent", cell: ({ sent }) => textOrDash(sent) },
    { key: "action", title: "Action", cell: (request) => <Step id={id} request={request} /> },
  ];
}

function Asked({ request: { type, answer } }: { request: RequestView }) {
  if (!answer) return <>{type}</>;
  return (
    <div>
      {type}
      <span className="row-note">
        <Link to={answer.href}>
          {answer.text}
          <span className="vh">, {type}</span>
        </Link>
      </span>
      {answer.is_verified ? null : <span className="row-note">Sender not verified</span>}
    </div>
  );
}

function Step({ id, request }: { id: string; request: RequestView }) {
  const { next } = request;
  if (!next) return textOrDash(null);
  return (
    <IfPermitted needs="handle">
      <Form method="post" action={paths.admin.transactionTab.searches(id)} preventScrollReset>
        <input type="hidden" name="request_id" value={request.id} />
        <input type="hidden" name="version" value={request.version} />
        <Button type="submit" name="status" value={next.status} kind="secondary" size="small">
          {next.label}
          <span className="vh"> {request.type}</span>
        </Button>
      </Form>
    </IfPermitted>
  );
}
