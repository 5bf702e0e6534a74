import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { markOwner } from "#app/auth/stash.server.ts";
import { readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { ErrorContent } from "#app/ui/error-page.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RestoredBanner } from "./restoration/banner.tsx";
import { hasShortcut } from "./search/shortcut-choice.server.ts";
import { StaffFrame } from "./staff-frame.tsx";
import { readStashedForm } from "./stashed.server.ts";

export const handle: LayoutHandle = { density: "staff", robots: "noindex, nofollow" };

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, first_name, last_name } = await requireAdmin(request);
  return {
    owner: markOwner(id),
    stashed: await readStashedForm(request, id),
    user: { first_name, last_name },
    shortcut: await hasShortcut(request),
    restoration: await readRestoration(db),
  };
}

export default function AdminLayout() {
  const { user, shortcut, restoration } = useLoaderData<typeof loader>();
  return (
    <StaffFrame user={user} shortcut={shortcut}>
      {restoration ? <RestoredBanner {...restoration} /> : null}
      <Outlet />
    </StaffFrame>
  );
}

/** What fails inside keeps the staff's way around (AMB-A13). */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("routes/admin/layout");
  return (
    <StaffFrame user={data?.user ?? null} shortcut={data?.shortcut ?? false}>
      <ErrorContent error={error} />
    </StaffFrame>
  );
}
