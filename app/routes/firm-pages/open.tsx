import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readFirm, requireFirmPlace } from "#app/auth/guards.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { privateHeaders } from "./headers.ts";
import { openLink, showLink } from "./open-link.server.ts";
import { OpenLink } from "./open-link.tsx";

const TITLE = "Continue to your firm’s page";

export const handle: PageHandle = { title: TITLE, robots: "noindex, nofollow" };

export const headers = privateHeaders;

function linkedPage({ request, params }: LoaderFunctionArgs) {
  const place = requireFirmPlace(params);
  const { side, transaction_id } = place;
  return {
    place,
    page: paths.firm.page(side, transaction_id),
    expired: paths.firm.signIn(side, transaction_id, { expired: true }),
    isSignedIn: async () => (await readFirm(request, place)) !== null,
  };
}

export async function loader(args: LoaderFunctionArgs) {
  return showLink(args.request, linkedPage(args));
}

export async function action(args: ActionFunctionArgs) {
  return openLink(args.request, linkedPage(args));
}

export default function FirmOpen() {
  return <OpenLink title={TITLE} link={useLoaderData<typeof loader>()} />;
}
