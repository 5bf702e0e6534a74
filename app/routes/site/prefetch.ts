import { paths } from "#app/paths.ts";

/**
 * Public pages that browsers may load early, because they have no side effects and contain no
 * personal data.
 */
const PREFETCHED_PATHS = [
  paths.home(),
  paths.signIn(),
  paths.getStarted("sell"),
  paths.getStarted("buy"),
  paths.partnerSignUp(),
  paths.accessibility(),
  ...Object.values(paths.legal).map((page) => page()),
];

/**
 * Serves rules that let browsers load a page before the visitor clicks its link (speculation
 * rules).
 */
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
