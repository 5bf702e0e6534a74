import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readAgent, requireAgentPlace } from "#app/auth/guards.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { privateHeaders } from "../firm-pages/headers.ts";
import { openLink, showLink } from "../firm-pages/open-link.server.ts";
import { OpenLink } from "../firm-pages/open-link.tsx";

const TITLE = "Continue to your office’s page";

export const handle: PageHandle = { title: TITLE, robots: "noindex, nofollow" };

export const headers = privateHeaders;

function linkedPage({ request, params }: LoaderFunctionArgs) {
  const place = requireAgentPlace(params);
  const { estate_agent_id } = place;
  return {
    place,
    page: paths.agent.page(estate_agent_id),
    expired: paths.agent.signIn(estate_agent_id, { expired: true }),
    isSignedIn: async () => (await readAgent(request, place)) !== null,
  };
}

export async function loader(args: LoaderFunctionArgs) {
  return showLink(args.request, linkedPage(args));
}

export async function action(args: ActionFunctionArgs) {
  return openLink(args.request, linkedPage(args));
}

export default function AgentOpen() {
  return <OpenLink title={TITLE} link={useLoaderData<typeof loader>()} />;
}
