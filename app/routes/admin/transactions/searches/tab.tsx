import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { LayoutHandle } from "#app/ui/page.ts";
import { openTransaction } from "../open-transaction.server.ts";
import { ReportCard } from "../report/card.tsx";
import { readReportCard } from "../report/read-card.server.ts";

export const handle: LayoutHandle = { part: "Searches" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { record } = (await openTransaction(request, params.id)).data;
  return record && { report: await readReportCard(record.id) };
}

/** What is known of the property from its searches (O-007). */
export default function SearchesTab() {
  const tab = useLoaderData<typeof loader>();
  return tab ? <ReportCard card={tab.report} /> : null;
}
