import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminDate } from "#app/domain/fields/dates.ts";
import { monthName, statsMonths } from "#app/domain/stats/months.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { StaffPage } from "../kit/staff-page.tsx";
import { NewLeads, NewTransactions } from "./month-panels.tsx";
import { LeadsByOffice, OfficeHealth } from "./office-panels.tsx";
import { readPanels, readStatsQuery } from "./panels.server.ts";
import { ReferralTables } from "./referral-tables.tsx";
import { SolicitorAssignments } from "./solicitor-assignments.tsx";

export const handle: PageHandle = { title: "Stats & Metrics" };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const now = new Date();
  const months = statsMonths(now);
  const panels = await readPanels(readDb, months, readStatsQuery(request));
  const isAnyShown = Object.values(panels).some(({ problem }) => problem === null);
  return data({ months, today: adminDate(now), panels }, { status: isAnyShown ? 200 : 500 });
}

export default function Stats() {
  const { months, today, panels } = useLoaderData<typeof loader>();
  const { foreign_currency, mortgage } = panels;
  return (
    <StaffPage
      title="Stats & Metrics"
      beside={<p className="hint">{`${monthName(months[0])} is up to ${today}`}</p>}
    >
      <div className="stats">
        <NewTransactions months={months} panel={panels.transactions} />
        <NewLeads months={months} panel={panels.leads} />
        <LeadsByOffice months={months} panel={panels.offices} />
        <SolicitorAssignments months={months} panel={panels.assignments} />
        <OfficeHealth panel={panels.health} />
        <ReferralTables foreign_currency={foreign_currency} mortgage={mortgage} />
      </div>
    </StaffPage>
  );
}
