import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { readMatterDocuments } from "#app/domain/documents/staff-requests.server.ts";
import { uploadTargets } from "#app/domain/documents/staff-uploads.server.ts";
import { readMatterChecks } from "#app/domain/identity-checks/read-checks.server.ts";
import { readBuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { readMatterOverview } from "#app/domain/transactions/matter-overview.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { IntelligenceCard } from "../intelligence/card.tsx";
import { readIntelligenceCard } from "../intelligence/read-card.server.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";
import { KeyInformation } from "../key-information.tsx";
import { OtherMatters } from "../other-matters.tsx";
import type { RecordContext } from "../record-context.ts";
import { TasksCard } from "../tasks/tasks-card.tsx";
import { PriceAndDates } from "./dates.tsx";
import { LatestEventLines } from "./events.tsx";
import { People } from "./people.tsx";
import { OpenRequests } from "./requests.tsx";
import { datesView, peopleView, requestsView } from "./view.ts";

export const handle: LayoutHandle = { part: "Overview" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id, stage }, reader) => {
    const [firms, requests, card] = await Promise.all([
      nullIfFailed(readFirms(reader, id), { what: "reading the people and dates of a matter" }),
      nullIfFailed(readRequests(reader, id), { what: "reading the open document requests" }),
      readIntelligenceCard(reader, id, stage.open_for),
    ]);
    return {
      id,
      ...(firms ?? { people: null, dates: null, can_email: false }),
      is_read: firms !== null,
      requests,
      card,
    };
  });
}

async function readFirms(reader: StaffReader, id: string) {
  const overview = await readMatterOverview(db, reader, id);
  const checks = await readMatterChecks(db, reader, id);
  const found = overview.purchase && (await readBuyerFound(db, reader, id));
  return {
    people: peopleView(checks, overview),
    dates: datesView(id, overview.purchase),
    /** True if the firms can be emailed about the buyer. */
    can_email: found?.refusal === null,
  };
}

async function readRequests(reader: StaffReader, id: string) {
  const matter = await readMatterDocuments(db, reader, id);
  return { requests: requestsView(matter), targets: uploadTargets(matter) };
}

/** Renders the first page of a matter: people, price and dates, requests, events and key facts. */
export default function OverviewTab() {
  const { transaction, latest, others, tasks } = useOutletContext<RecordContext>();
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ id, people, dates, can_email, is_read, requests, card }) => (
        <div className="overview">
          <div className="stack">
            <People id={id} people={people} />
            <div className="overview-work">
              <OpenRequests id={id} open={requests} />
              {/* The strip has the next step, and the card next to it the requests. */}
              <TasksCard id={id} tasks={tasks && { ...tasks, step: null, requests: [] }} />
            </div>
            <IntelligenceCard id={id} card={card} folded />
          </div>
          <div className="stack">
            <PriceAndDates id={id} dates={dates} isRead={is_read} canEmail={can_email} />
            <LatestEventLines id={id} events={latest} />
            <OtherMatters others={others} />
            <KeyInformation transaction={transaction} folded />
          </div>
        </div>
      )}
    </Tab>
  );
}
