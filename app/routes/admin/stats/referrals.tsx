import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import {
  isReferralKind,
  REFERRAL_KINDS,
  type ReferralKind,
} from "#app/domain/stats/referral-kinds.ts";
import { countReferrals, listReferrals } from "#app/domain/stats/referrals.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { GrowingTable } from "../kit/growing-table.tsx";
import { fromText, type ListPlace, readListPart } from "../kit/list-part.server.ts";
import { loadMore, readListQuery } from "../kit/list-query.server.ts";
import type { ListPart } from "../kit/use-load-more.ts";
import { referralProblem } from "./panels.server.ts";
import { NO_REFERRALS, referralColumns } from "./referral-tables.tsx";
import { type ReferralRow, referralRow } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Referrals"), part: fromData("part") };

const PAGE_SIZE = 20;

/** All of those of whom the statistics show the first. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const { kind } = params;
  if (!isReferralKind(kind)) throw data(null, { status: 404 });
  const query = readListQuery(request, loadMore);
  const page = {
    title: REFERRAL_KINDS[kind].label,
    part: fromText(query),
    start: query.after ? paths.admin.referrals(kind) : null,
  };
  try {
    return data({ ...page, list: await readPart(kind, query), problem: null });
  } catch (error) {
    const problem = referralProblem(kind, error);
    report(error, { what: "listing referrals" });
    return data({ ...page, list: null, problem }, { status: 500 });
  }
}

function readPart(kind: ReferralKind, place: ListPlace): Promise<ListPart<ReferralRow>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listReferrals(readDb, kind, part),
    count: async () => ({ total: await countReferrals(readDb, kind), more: false }),
    row: referralRow,
    to: (next) => paths.admin.referrals(kind, next),
  });
}

export default function Referrals() {
  const { title, list, start, problem } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof loader>();
  return (
    <Page
      title={title}
      width="wide"
      above={
        <Breadcrumbs
          items={[{ label: "Stats & Metrics", to: paths.admin.stats() }, { label: title }]}
        />
      }
    >
      {problem ? <Notification kind="error" title={problem} /> : null}
      {list ? (
        <GrowingTable
          caption={title}
          list="referrals"
          columns={referralColumns}
          part={list}
          fetcher={fetcher}
          empty={NO_REFERRALS}
          start={start}
        />
      ) : null}
    </Page>
  );
}
