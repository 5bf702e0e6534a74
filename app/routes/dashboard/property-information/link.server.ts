import { confirmersLeft } from "#app/domain/property-information/confirmers.server.ts";
import { propertyInformationDue } from "#app/domain/property-information/due-day.ts";
import { readOwnPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { sectionProgress } from "#app/domain/property-information/section-progress.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";

/**
 * Returns the dashboard’s link to the property information, or null if it isn’t offered. Staff read
 * what the seller who signed up reads.
 */
export async function readInformationLink(
  db: Db,
  {
    id,
    type,
    seller_id,
    has_solicitor,
  }: { id: string; type: "resale" | "development"; seller_id: string; has_solicitor: boolean },
  reader: Reader,
) {
  if (type !== "resale") return null;
  const info = await readOwnPropertyInformation(db, { id, reader });
  if (!info.is_offered) return null;
  const sections = sectionProgress(info);
  const done = sections.filter(({ state }) => state === "done").length;
  const left = sections.length - done;
  const confirmers = confirmersLeft(info, reader.type === "admin" ? seller_id : reader.id);
  const later = left > 0 && !has_solicitor ? ", due once you have a solicitor" : "";
  const state = info.confirmed_at
    ? "confirmed"
    : confirmers
      ? "you’ve confirmed"
      : `${done} of ${sections.length} sections done${later}`;
  return {
    label: `Property information: ${state}`,
    is_open: info.is_open && !confirmers,
    is_shared: left > 0 && info.sellers.length > 1,
    confirmers,
    sections: sections.length,
    left,
    due: propertyInformationDue(info.instructed_on, londonDay(new Date()))?.text ?? null,
    to: paths.dashboard.propertyInformation.sections(id),
  };
}
