import { paths } from "#app/paths.ts";

/** Reading one of these changes nothing, and a page kept for all leads to it. Pages of a person are not here. */
const BEFOREHAND = [
  paths.home(),
  paths.signIn(),
  paths.getStarted("sell"),
  paths.getStarted("buy"),
  paths.partnerSignUp(),
  paths.accessibility(),
  ...Object.values(paths.legal).map((page) => page()),
];

/** What a browser that knows speculation rules fetches when a visitor is about to press a link. */
export function loader() {
  const rules = { prefetch: [{ where: { href_matches: BEFOREHAND }, eagerness: "moderate" }] };
  return new Response(JSON.stringify(rules), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
