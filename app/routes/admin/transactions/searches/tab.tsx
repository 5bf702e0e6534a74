import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  type AskedBy,
  readPlotPlanAsked,
  readRequestAnswer,
} from "#app/domain/inbound-emails/received-emails.server.ts";
import { listRequests, markRequest } from "#app/domain/searches/additional-requests.server.ts";
import { dealWithProblem, readSearches } from "#app/domain/searches/searches.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { carryOut } from "../../kit/carry-out.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { REQUESTS_FAILURE, SEARCHES_FAILURE } from "../failures.ts";
import { openTab } from "../open-transaction.server.ts";
import { ReportCard } from "../report/card.tsx";
import { readReportCard } from "../report/read-card.server.ts";
import { Tab } from "../tab.tsx";
import { AdditionalRequests } from "./additional-requests.tsx";
import { SearchesCard } from "./searches-card.tsx";
import { answerView, plotPlanView, requestView, searchesView } from "./view.server.ts";

export const handle: LayoutHandle = { part: "Searches" };

/** Each part says for itself when it cannot be read (O-027, O-046). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async (matter) => {
    const { id } = matter;
    const [searches, report, requests] = await Promise.all([
      nullIfFailed(
        readSearches(db, id).then((found) => searchesView(found, matter)),
        { what: SEARCHES_FAILURE },
      ),
      readReportCard(id),
      nullIfFailed(readRequests(id), { what: REQUESTS_FAILURE }),
    ]);
    return { id, searches, report, requests };
  });
}

/** What was asked for besides, with what has come for it by email. */
async function readRequests(id: string) {
  const found = await listRequests(db, id);
  const bill = found.find(({ type }) => type === "sewer_bill");
  const plan_asked_at = await readPlotPlanAsked(db, id);
  const readAnswer = (email_name: AskedBy, since: Date | null | undefined) =>
    since ? readRequestAnswer(db, id, { email_name, since }) : null;
  const bill_answer = await readAnswer("sewer_bill_request", bill?.sent_at);
  const plan_answer = await readAnswer("plot_plan_request", plan_asked_at);
  return {
    shown: [
      ...found.map((request) =>
        requestView(request, request === bill ? answerView(id, bill_answer) : null),
      ),
      ...(plan_asked_at ? [plotPlanView(plan_asked_at, answerView(id, plan_answer))] : []),
    ],
    // Sent once: its button goes with the first (O-040).
    may_request_bill: !bill,
  };
}

/** Marks an additional request as sent or received (O-037, O-038), or what could not be taken as dealt with. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const form = await readForm(request);
  const to = pageOrList(id, paths.admin.transactionSearches, paths.admin.transactions);
  const problem_id = formText(form, "problem_id");
  if (problem_id) {
    return carryOut({
      run: () => inTransaction(db, (trx) => dealWithProblem(trx, id, { actor, problem_id })),
      done: { to, title: "Marked as dealt with" },
      failed: { to, title: "Not marked" },
      failure: "Failed to update status. Please try again.",
      here: to,
    });
  }
  const step = {
    request_id: formText(form, "request_id"),
    version: Number(formText(form, "version")),
    status: formText(form, "status"),
  };
  return carryOut({
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
