import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { openGroup } from "./open-group.server.ts";

const TITLE = "You've successfully created a transaction group";

export const handle: PageHandle = {
  title: (data) => (Reflect.get(Object(data), "record") ? TITLE : "Transaction group not found"),
};

export async function loader({ request }: LoaderFunctionArgs) {
  return openGroup(request, new URL(request.url).searchParams.get("group") ?? "", "handle");
}

export default function GroupCreated() {
  const { title, record: group } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={group ? TITLE : title}
      crumb={group ? "Created" : title}
      width="page"
      trail={[{ label: "Groups", to: paths.admin.transactionsGroups() }]}
    >
      <div className="stack">
        {group ? (
          <Card title={`${group.name}: ${group.size}`}>
            <ul>
              {group.units.map(({ id, address, asking_price }) => (
                <li key={id}>
                  <Link to={paths.admin.transaction(id)}>{address}</Link>, {asking_price}
                </li>
              ))}
            </ul>
          </Card>
        ) : null}
        <p>
          <ButtonLink to={paths.admin.transactionsGroups()}>Back to transactions groups</ButtonLink>
        </p>
      </div>
    </StaffPage>
  );
}
