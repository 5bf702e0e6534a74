import { redirect } from "@remix-run/node";
import { recordShown } from "#app/domain/audit/audit.server.ts";
import type {
  CustomerReader,
  LinkReader,
  Reader,
  Shown,
  StaffReader,
} from "#app/domain/readers/reader.ts";
import { may, type Permission, refusalText, type RolePermission } from "#app/domain/staff/roles.ts";
import { listWhoMay } from "#app/domain/staff/staff.server.ts";
import { env } from "#app/platform/env.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { memo, requestId } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import type { SignedIn } from "./session.server.ts";

/** Makes readers of data of customers, for the guards. No other file does (tests/house/readers.test.ts). */

/** Marks a reader as made by a guard. This file alone makes readers. */
function mark<Made extends Reader | LinkReader>(
  reader: Omit<Made, symbol | "id"> & { id: string },
): Made {
  return reader as Made;
}

/** Makes the reader of what a link opens. */
export function asLinkHolder<Opens extends LinkReader["opens"]>(
  opens: Opens,
  id: string,
): LinkReader<Opens> {
  return mark<LinkReader<Opens>>({ id, opens });
}

/** Makes the reader of a page for customers. @throws for staff as asStaff does */
export async function asReader(request: Request, user: SignedIn): Promise<SignedIn & Reader> {
  if (user.type === "admin") return asStaff(request, user, "look");
  return {
    ...user,
    ...mark<CustomerReader>({ id: user.id, type: user.type, shown: () => Promise.resolve() }),
  };
}

/**
 * Makes the reader of a page for staff.
 *
 * @throws a redirect to where a second factor is set up; a 403 that says who may, for a person who may not
 */
export async function asStaff<Needs extends RolePermission>(
  request: Request,
  user: SignedIn,
  needs: Needs,
) {
  requireFactor(user);
  if (!may(user.roles, needs)) throw await forbid(needs);
  const actor = { id: user.id, request_id: requestId() };
  // A post shows nothing: where a page answers it, its loaders run after it. Those of one page run side by side.
  const shown = async (what: Shown) =>
    request.method === "POST"
      ? undefined
      : memo(`shown ${JSON.stringify(what)}`, () => recordShown(db, { actor, what }));
  return {
    ...user,
    ...mark<StaffReader<Needs>>({ ...actor, type: "admin", allowed: needs, shown }),
  };
}

/** @throws a redirect to where a second factor is set up, for staff without the one that the settings require */
export function requireFactor(user: SignedIn): void {
  if (env.STAFF_SECOND_FACTOR !== "required" || user.has_second_factor) return;
  throw redirect(paths.yourSignIns.page());
}

async function forbid(needs: Permission) {
  const colleagues = await nullIfFailed(listWhoMay(db, needs), { what: "listing who may" });
  const ask = colleagues?.length ? ` Ask ${colleagues.join(" or ")}.` : "";
  return Response.json({ message: refusalText(needs) + ask, needs }, { status: 403 });
}
