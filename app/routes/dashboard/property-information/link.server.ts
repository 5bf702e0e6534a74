import { readOwnPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { sectionProgress } from "#app/domain/property-information/section-progress.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";

/** Returns what the dashboard says about the property information, or null if it isn’t offered. */
export async function readInformationLink(
  db: Db,
  { id, type }: { id: string; type: "resale" | "development" },
  reader: Reader,
) {
  if (type !== "resale") return null;
  const info = await readOwnPropertyInformation(db, { id, reader });
  if (!info.is_offered) return null;
  const sections = sectionProgress(info);
  const done = sections.filter(({ state }) => state === "done").length;
  return {
    id,
    text: info.confirmed_at ? "Confirmed" : `${done} of ${sections.length} sections done`,
  };
}
