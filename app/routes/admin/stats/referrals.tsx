import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import {
  isReferralKind,
  REFERRAL_KINDS,
  type ReferralKind,
} from "#app/domain/stats/referral-kinds.ts";
import { countReferrals, listReferrals } from "#app/domain/stats/statistics.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { GrowingTable } from "../shared/growing-table.tsx";
import {
  listTitlePart,
  type ListPlace,
  openList,
  readListPart,
  loadMore,
  readListQuery,
} from "../shared/list.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import type { ListPart } from "../shared/growing-list.tsx";
import { referralProblem } from "./panels.server.ts";
import {
  NO_REFERRALS,
  referralColumns,
  type ReferralRow,
  referralRow,
} from "./referral-tables.tsx";

export const handle: PageHandle = { title: titleFromData("Referrals"), part: fromData("part") };

const PAGE_SIZE = 20;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const { kind } = params;
  if (!isReferralKind(kind)) throw data(null, { status: 404 });
  const query = readListQuery(request, loadMore);
  const { status, ...shown } = await openList(readPart(reader, kind, query), {
    failure: (error) => referralProblem(kind, error),
    what: "listing referrals",
  });
  const title = REFERRAL_KINDS[kind].label;
  return data({ title, part: listTitlePart(query), ...shown }, { status });
}

function readPart(
  reader: StaffReader,
  kind: ReferralKind,
  place: ListPlace,
): Promise<ListPart<ReferralRow>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listReferrals(readDb, reader, kind, part),
    count: async () => ({ total: await countReferrals(readDb, kind), more: false }),
    row: referralRow,
    to: (next) => paths.admin.referrals(kind, next),
  });
}

export default function Referrals() {
  const page = useLoaderData<typeof loader>();
  const { title } = page;
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage title={title} trail={[{ label: "Stats & Metrics", to: paths.admin.stats() }]}>
      <GrowingTable
        page={page}
        fetcher={fetcher}
        caption={title}
        list="referrals"
        columns={referralColumns}
        empty={NO_REFERRALS}
      />
    </StaffPage>
  );
}
