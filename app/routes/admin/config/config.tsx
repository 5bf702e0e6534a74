import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { readAdminConfig } from "#app/domain/transactions/tags.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { Card } from "#app/ui/card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { StaffPage } from "../shared/staff-page.tsx";

export const handle: PageHandle = { title: "Config" };

export const CONFIG_FAILURE = "Unable to get admin config. Please try again.";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "look");
  const config = await nullIfFailed(readAdminConfig(db), { what: "Error fetching admin config" });
  if (!config) return data({ config: null }, { status: 500 });
  const { benchmark_in_days, invoicing_amount_pence, tags } = config;
  const switchover = config.thirdfort_v2_switchover_date;
  return data({
    config: {
      benchmark: String(benchmark_in_days),
      invoicing_amount: formatPence(invoicing_amount_pence),
      tags: tags.join(", "),
      end_reasons: config.end_reasons.join(", "),
      switchover: switchover && adminDate(switchover),
    },
  });
}

/** Shows the settings, which can’t be changed here (I-075 to I-079). */
export default function Config() {
  const { config } = useLoaderData<typeof loader>();
  return (
    <StaffPage title="Config" width="page">
      {config ? (
        <Card>
          <SummaryList
            rows={[
              { term: "Benchmark in days", description: config.benchmark },
              { term: "Invoicing amount", description: config.invoicing_amount },
              { term: "Tags", description: config.tags },
              { term: "Reasons for ending a matter", description: config.end_reasons },
              { term: "Thirdfort v2 switchover date", description: config.switchover },
            ]}
          />
        </Card>
      ) : (
        <Notification kind="error" title={CONFIG_FAILURE} />
      )}
    </StaffPage>
  );
}
