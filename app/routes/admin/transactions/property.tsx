import type { LoaderFunctionArgs } from "@remix-run/node";
import { useOutletContext } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { Card } from "#app/ui/card.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { ShownTransaction } from "./shown-transaction.ts";

export const handle: LayoutHandle = { part: "Property" };

/** All it shows comes from the page around it. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return null;
}

/** K-010, K-038, AMB-K02 */
export default function PropertyTab() {
  const { property } = useOutletContext<ShownTransaction>();
  return (
    <Card title="Property">
      <SummaryList
        rows={[
          {
            term: "Address",
            description: property.lines.map((line) => <div key={line}>{line}</div>),
          },
          { term: "Tenure", description: property.tenure },
          { term: "Value", description: property.value },
          { term: "Description", description: property.description },
          { term: "Title number", description: property.title_number },
          {
            term: "Map",
            description: (
              <a href={property.map} rel="noreferrer">
                Show on a map
              </a>
            ),
          },
        ]}
      />
    </Card>
  );
}
