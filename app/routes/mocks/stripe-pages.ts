import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { stripePage } from "#mocks/stripe/pages.ts";
import { requireDoubles } from "./doubles.server.ts";

function answer(request: Request) {
  const { world } = requireDoubles();
  return stripePage({ state: world.state, ...world.stripe }, request);
}

export function loader({ request }: LoaderFunctionArgs) {
  return answer(request);
}

export function action({ request }: ActionFunctionArgs) {
  return answer(request);
}
