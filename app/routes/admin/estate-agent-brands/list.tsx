import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { listBrands } from "#app/domain/estate-agents/brands.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { FETCH_FAILURE } from "./brand-dialog.tsx";

export const handle: PageHandle = { title: "Brands" };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "look");
  const brands = await nullIfFailed(listBrands(db), { what: FETCH_FAILURE });
  return data({ brands }, { status: brands ? 200 : 500 });
}

type Brand = Awaited<ReturnType<typeof listBrands>>[number];

const columns: readonly Column<Brand>[] = [
  { key: "brand", title: "Brand", cell: ({ brand_name }) => brand_name, width: "wide" },
  {
    key: "agents",
    title: "Estate agents",
    align: "end",
    cell: ({ id, agents }) =>
      agents > 0 ? <Link to={paths.admin.estateAgents({ brand: id })}>{agents}</Link> : "0",
  },
  {
    key: "actions",
    title: "Actions",
    cell: ({ id, brand_name }) => (
      <span className="cluster">
        <Link id={`edit-${id}`} to={paths.admin.brand(id)} preventScrollReset>
          Edit<span className="vh"> {brand_name}</span>
        </Link>
        <Link id={`delete-${id}`} to={paths.admin.deleteBrand(id)} preventScrollReset>
          Delete<span className="vh"> {brand_name}</span>
        </Link>
      </span>
    ),
  },
];

export default function Brands() {
  const { brands } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title="Brands"
      width="page"
      trail={[{ label: "Estate Agents", to: paths.admin.estateAgents() }]}
      actions={
        <DialogLink needs="keep_firms" id="add-brand" to={paths.admin.newBrand()} kind="primary">
          Add brand
        </DialogLink>
      }
    >
      <WithDialog>
        {brands ? (
          <DataTable
            caption="Brands"
            hideCaption
            list="brands"
            columns={columns}
            rows={brands}
            rowKey={({ id }) => id}
            empty="No brands yet."
          />
        ) : (
          <Notification kind="error" title={FETCH_FAILURE} />
        )}
      </WithDialog>
    </StaffPage>
  );
}
