import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readFirm, requireFirmPlace } from "#app/auth/guards.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { privateHeaders } from "./headers.ts";
import { answerLinkBox, readLinkBox } from "./link-box.server.ts";
import { LinkBox } from "./link-box.tsx";

const TITLE = "Open your firm’s page";

export const handle: PageHandle = {
  title: titleFromData(TITLE),
  part: fromData("part"),
  robots: "noindex, nofollow",
};

export const headers = privateHeaders;

/** Asks for an email address of the lawyer group that acts for the side. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const place = requireFirmPlace(params);
  const { side, transaction_id } = place;
  if (await readFirm(request, place)) throw redirect(paths.firm.page(side, transaction_id));
  return readLinkBox(request, { title: TITLE, here: paths.firm.signIn(side, transaction_id) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const place = requireFirmPlace(params);
  return answerLinkBox(request, {
    place,
    here: paths.firm.signIn(place.side, place.transaction_id),
  });
}

export default function FirmSignIn() {
  return (
    <LinkBox
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
      words={{
        lead: "This page is private to the law firm acting in this matter. Enter your work email address and we’ll send you a link.",
        who: "Only people whose email addresses we have for the team acting in this matter. To add a colleague, ask the case handler named in our letter.",
        where: "for the team acting in this matter",
      }}
    />
  );
}
