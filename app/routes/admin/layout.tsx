import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { countText as inboxText } from "#app/domain/inbox/inbox-lists.ts";
import { countUnansweredOf } from "#app/domain/inbox/list-conversations.server.ts";
import { hasPermission, listAllowed, type StaffRole } from "#app/domain/staff/roles.ts";
import { readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { ErrorContent } from "#app/ui/error-page.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { countView } from "./desk/desk-scope.server.ts";
import { countText } from "./desk/desk-views.tsx";
import { PermissionsContext } from "./shared/allowed.tsx";
import { hasShortcut } from "./search/shortcut-choice.server.ts";
import { StaffFrame } from "./staff-frame.tsx";

export const handle: LayoutHandle = { density: "staff", robots: "noindex, nofollow" };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "enter");
  const { id, first_name, last_name, roles } = reader;
  return {
    reader: id,
    user: { first_name, last_name },
    allowed: listAllowed(roles),
    shortcut: await hasShortcut(request),
    restoration: await readRestoration(db),
    counts: await readCounts(reader),
  };
}

/** Counts in the bar. Each is null if it is 0, could not be read or is not the reader’s to see. */
const NO_COUNTS = { desk: null, inbox: null };

async function readCounts(reader: {
  id: string;
  roles: readonly StaffRole[];
}): Promise<{ desk: string | null; inbox: string | null }> {
  if (!hasPermission(reader.roles, "look")) return NO_COUNTS;
  const [desk, inbox] = await Promise.all([
    nullIfFailed(countView(db, reader, "mine"), { what: "reading the count of the desk" }),
    nullIfFailed(countUnansweredOf(db, reader), { what: "reading the count of the inbox" }),
  ]);
  return {
    desk: desk && desk.total > 0 ? countText(desk) : null,
    inbox: inbox ? inboxText(inbox) : null,
  };
}

export default function AdminLayout() {
  const { user, allowed, shortcut, restoration, counts } = useLoaderData<typeof loader>();
  return (
    <PermissionsContext.Provider value={allowed}>
      <StaffFrame user={user} shortcut={shortcut} counts={counts}>
        {restoration ? <RestoredBanner {...restoration} /> : null}
        <Outlet />
      </StaffFrame>
    </PermissionsContext.Provider>
  );
}

/** Shows errors inside the staff layout, so that its navigation is still there (AMB-A13). */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("routes/admin/layout");
  return (
    <PermissionsContext.Provider value={data?.allowed ?? []}>
      <StaffFrame
        user={data?.user ?? null}
        shortcut={data?.shortcut ?? false}
        counts={data?.counts ?? NO_COUNTS}
      >
        <ErrorContent error={error} />
      </StaffFrame>
    </PermissionsContext.Provider>
  );
}

/**
 * Renders a banner on every staff page after the database was restored from a backup, until a
 * member of staff ends safe mode.
 */
function RestoredBanner({ backup_made_at }: { backup_made_at: Date | string }) {
  return (
    <div className="wrap page" data-width="wide" data-below="close">
      <Notification kind="warning" title="The database was restored from a backup">
        <p>
          Changes made after {adminMoment(backup_made_at)} are missing. Emails, orders and payments
          are switched off. <Link to={paths.admin.restoration()}>Review what may be missing</Link>
        </p>
      </Notification>
    </div>
  );
}
