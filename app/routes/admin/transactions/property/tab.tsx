import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card } from "#app/ui/card.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { openTab } from "../open-transaction.server.ts";
import { ActionLink } from "../actions/action-link.tsx";
import { Tab } from "../tabs.tsx";

export const handle: LayoutHandle = { part: "Property" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, ({ id, property }) => Promise.resolve({ id, ...property }));
}

const CORRECTIONS = {
  correct_address: "Correct address",
  correct_asking_price: "Correct asking price",
  correct_tenure: "Correct tenure",
  correct_title_number: "Correct title number",
};

/** Renders the property (K-010, K-038, AMB-K02). */
export default function PropertyTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {(property) => (
        <Card
          title="Property"
          actions={(
            [
              "correct_address",
              "correct_asking_price",
              "correct_tenure",
              "correct_title_number",
            ] as const
          ).map((kind) => (
            <ActionLink key={kind} id={property.id} kind={kind}>
              {CORRECTIONS[kind]}
            </ActionLink>
          ))}
        >
          <SummaryList
            layout="grid"
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
      )}
    </Tab>
  );
}
