import { readIntelligence } from "#app/domain/intelligence/intelligence.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { db } from "#db/connection.ts";
import { intelligenceView } from "./card.tsx";

/** Reads the intelligence of a matter for its card; null if the read failed. */
export function readIntelligenceCard(reader: StaffReader, id: string, open_for: string) {
  return nullIfFailed(readCard(reader, id, open_for), {
    what: "reading the transaction intelligence",
  });
}

async function readCard(reader: StaffReader, id: string, open_for: string) {
  const known = await readIntelligence(db, reader, id);
  return { known: known && intelligenceView(known, open_for) };
}
