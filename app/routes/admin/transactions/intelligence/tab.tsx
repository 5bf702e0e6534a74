import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { LayoutHandle } from "#app/ui/page.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";
import { IntelligenceCard } from "./card.tsx";
import { readIntelligenceCard } from "./read-card.server.ts";

export const handle: LayoutHandle = { part: "Intelligence" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id, stage }, reader) => ({
    id,
    card: await readIntelligenceCard(reader, id, stage.open_for),
  }));
}

/** Renders the Intelligence tab (K-007, O-047 to O-057). */
export default function IntelligenceTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>{(shown) => <IntelligenceCard {...shown} />}</Tab>
  );
}
