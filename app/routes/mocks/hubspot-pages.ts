import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { hubspotPage } from "#mocks/hubspot.ts";
import { requireDoubles } from "./doubles.server.ts";

export function loader({ request }: LoaderFunctionArgs) {
  requireDoubles();
  return hubspotPage(request);
}

export function action({ request }: ActionFunctionArgs) {
  requireDoubles();
  return hubspotPage(request);
}
