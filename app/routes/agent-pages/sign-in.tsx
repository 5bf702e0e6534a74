import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readAgent, requireAgentPlace } from "#app/auth/guards.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { privateHeaders } from "../firm-pages/headers.ts";
import { answerLinkBox, readLinkBox } from "../firm-pages/link-box.server.ts";
import { LinkBox } from "../firm-pages/link-box.tsx";

const TITLE = "Open your office’s page";

export const handle: PageHandle = {
  title: titleFromData(TITLE),
  part: fromData("part"),
  robots: "noindex, nofollow",
};

export const headers = privateHeaders;

/** Asks for an email address of the office. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const place = requireAgentPlace(params);
  const { estate_agent_id } = place;
  if (await readAgent(request, place)) throw redirect(paths.agent.page(estate_agent_id));
  return readLinkBox(request, { title: TITLE, here: paths.agent.signIn(estate_agent_id) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const place = requireAgentPlace(params);
  return answerLinkBox(request, { place, here: paths.agent.signIn(place.estate_agent_id) });
}

export default function AgentSignIn() {
  return (
    <LinkBox
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
      words={{
        lead: "This page is private to one estate agent’s office. Enter your work email address and we’ll send you a link.",
        who: "Only people whose email addresses we have for the office. To add a colleague, reply to any email from us.",
        where: "for this office",
      }}
    />
  );
}
