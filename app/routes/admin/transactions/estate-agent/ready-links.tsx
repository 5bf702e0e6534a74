import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { READY_LINK_DAYS } from "#app/domain/ready-links/ready-links.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { ReadyLinks } from "#app/ui/ready-links.tsx";
import { RouteDialog } from "#app/ui/route-dialog.tsx";
import { readyLinksView, respondToReadyLinks } from "../../../ready/ready-links.server.ts";
import { ProblemDialog } from "../../shared/confirm-dialog.tsx";
import { openRecord, pageOrList, requireActor } from "../../shared/open-record.server.ts";

const TITLE = "Share what’s ready";

export const handle: LayoutHandle = { part: TITLE };

/** The response must not be cached, because it contains the link. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionTab["estate-agent"], paths.admin.transactions);

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "handle",
    read: async (reader) => ({ days: READY_LINK_DAYS, ...(await readyLinksView(reader, id)) }),
    title: () => TITLE,
    failure: "There was an error getting the links",
    back: tabOf(id),
    opener: "ready-links",
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const reader = await requireActor(request, "handle");
  const here = paths.admin.readyLinks(id);
  return respondToReadyLinks(request, { reader, transaction_id: id, here }).catch(asErrorPage);
}

export default function StaffReadyLinks() {
  const { record, problem, back, opener } = useLoaderData<typeof loader>();
  const made = useActionData<typeof action>();
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  const { days, ...links } = record;
  return (
    <RouteDialog title={TITLE} back={back} openerId={opener}>
      <div className="stack" data-gap="l">
        <p>
          Anyone with a link can see the address and which parts of the legal work are done, without
          names, phone numbers or documents. A link works for {days} days. No emails are sent.
        </p>
        <ReadyLinks {...links} canChange address={made?.address} />
      </div>
    </RouteDialog>
  );
}
