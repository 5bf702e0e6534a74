import { paths } from "#app/paths.ts";

/** Public pages that are safe to prefetch: they have no side effects and nothing personal. */
const PREFETCHED_PATHS = [
  paths.home(),
  paths.signIn(),
  paths.getStarted("sell"),
  paths.getStarted("buy"),
  paths.partnerSignUp(),
  paths.accessibility(),
  ...Object.values(paths.legal).map((page) => page()),
];

/** Serves speculation rules that prefetch a link before it is clicked. */
export function loader() {
  const rules = {
    prefetch: [{ where: { href_matches: PREFETCHED_PATHS }, eagerness: "moderate" }],
  };
  return new Response(JSON.stringify(rules), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
