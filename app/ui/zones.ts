/**
 * The pages with React that lead to one another without a document being loaded: those of a journey, and those of staff. A
 * page of one of these brings the addresses of its zone alone (bin/zone-manifests.ts), so that a link out of it meets the
 * route for unknown addresses, which is a document (wanted-page.ts).
 */
export const ZONES = {
  journeys: /^routes\/(?:sell|buy)\//,
  staff: /^(?:routes\/)?admin\//,
} as const;

type Zone = keyof typeof ZONES;

/** Forms of every page post to these; the second is for what no other route matches. */
export const IN_EVERY_ZONE: readonly string[] = [
  "routes/sign-in/sign-out",
  "routes/site/not-found",
];

/** @param ids of the routes of a page, from the outermost in */
export function zoneOf(ids: readonly string[]): Zone | undefined {
  const last = ids.at(-1) ?? "";
  if (ZONES.staff.test(last)) return "staff";
  return ZONES.journeys.test(last) ? "journeys" : undefined;
}
