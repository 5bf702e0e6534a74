import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { hubspotPage } from "#mocks/hubspot.ts";
import { requireDoubles } from "./doubles.server.ts";

/** What browsers get from HubSpot: the script that puts the form into our page, and its own page. */
export function loader({ request }: LoaderFunctionArgs) {
  requireDoubles();
  return hubspotPage(request);
}

export function action({ request }: ActionFunctionArgs) {
  requireDoubles();
  return hubspotPage(request);
}
