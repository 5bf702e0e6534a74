import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readIntelligence } from "#app/domain/intelligence/read-intelligence.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tab.tsx";
import { IntelligenceCard } from "./card.tsx";
import { intelligenceView } from "./view.ts";

export const handle: LayoutHandle = { part: "Intelligence" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id }) => ({
    id,
    card: await nullIfFailed(readCard(id), { what: "reading the transaction intelligence" }),
  }));
}

async function readCard(id: string) {
  const known = await readIntelligence(db, id);
  return { known: known && intelligenceView(known) };
}

/** What is known of where a matter stands (K-007, O-047 to O-057). */
export default function IntelligenceTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>{(shown) => <IntelligenceCard {...shown} />}</Tab>
  );
}
