import { data } from "@remix-run/node";
import type { PageHandle } from "#app/ui/page.ts";
import { LeadsProblem } from "./leads-problem.tsx";

const TITLE = "Your leads";

export const handle: PageHandle = { title: TITLE, robots: "noindex, nofollow" };

/** Responds with 404 to a URL that contains no valuer’s email address (G-061). */
export function loader() {
  return data(null, { status: 404 });
}

export default function NoEmail() {
  return <LeadsProblem title={TITLE}>No email provided</LeadsProblem>;
}
