import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireAgentPlace } from "#app/auth/guards.server.ts";
import { paths } from "#app/paths.ts";
import { signOutOfPage } from "../firm-pages/sign-out.server.ts";

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(paths.agent.page(requireAgentPlace(params).estate_agent_id));
}

/** Ends the office’s session. */
export async function action({ request, params }: ActionFunctionArgs) {
  const place = requireAgentPlace(params);
  return signOutOfPage(request, { place, to: paths.agent.signIn(place.estate_agent_id) });
}
