import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { type RecordTab, RecordTabs } from "../shared/record-tabs.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { type GroupView, openGroup } from "./open-group.server.ts";

export const handle: PageHandle = { title: titleFromData("Group") };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openGroup(request, params.id);
}

const tabs: readonly RecordTab<GroupView>[] = [
  { name: "details", label: "Details", to: paths.admin.transactionsGroupDetails },
  { name: "ops", label: "Ops", to: (id) => paths.admin.transactionsGroupOps(id) },
];

export default function TransactionsGroupPage() {
  const { title, record: group } = useLoaderData<typeof loader>();
  return (
    <StaffPage title={title} trail={[{ label: "Groups", to: paths.admin.transactionsGroups() }]}>
      {group ? (
        <div className="stack" data-gap="l">
          <RecordTabs label="Group" tabs={tabs} record={group} />
          <Outlet />
        </div>
      ) : null}
    </StaffPage>
  );
}
