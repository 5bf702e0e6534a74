/**
 * Functions that create readers of customer data. Only the guards may call them
 * (tests/conventions/readers.test.ts).
 */

import { redirect } from "@remix-run/node";
import { recordShown } from "#app/domain/audit/audit.server.ts";
import type {
  AgentReader,
  CustomerReader,
  FirmReader,
  LinkReader,
  Reader,
  Shown,
  StaffReader,
} from "#app/domain/readers/reader.ts";
import {
  hasPermission,
  type Permission,
  refusalText,
  type RolePermission,
} from "#app/domain/staff/roles.ts";
import { listWhoMay } from "#app/domain/staff/staff.server.ts";
import { env } from "#app/platform/env.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { memo, requestId } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import type { SignedIn } from "./session.server.ts";

function mark<Made extends Reader | AgentReader | FirmReader | LinkReader>(
  reader: Omit<Made, symbol | "id"> & { id: string },
): Made {
  return reader as Made;
}

export function asLinkHolder<Opens extends LinkReader["opens"]>(
  opens: Opens,
  id: string,
): LinkReader<Opens> {
  return mark<LinkReader<Opens>>({ id, opens });
}

/**
 * Returns the reader of the page of a law firm. Views of firms are not audited, only what they do.
 */
export function asFirm(
  firm: Omit<FirmReader, symbol | "id" | "type" | "recordView"> & { id: string },
): FirmReader {
  return mark<FirmReader>({ ...firm, type: "firm", recordView: () => Promise.resolve() });
}

/**
 * Returns the reader of the page of an estate agent’s office. Views of agents are not audited, only
 * what they do.
 */
export function asAgent(
  agent: Omit<AgentReader, symbol | "id" | "type" | "recordView"> & { id: string },
): AgentReader {
  return mark<AgentReader>({ ...agent, type: "agent", recordView: () => Promise.resolve() });
}

/** Returns the reader of a customer page. For a member of staff, does the same as `asStaff`. */
export async function asReader(request: Request, user: SignedIn): Promise<SignedIn & Reader> {
  if (user.type === "admin") return asStaff(request, user, "look");
  return {
    ...user,
    ...mark<CustomerReader>({ id: user.id, type: user.type, recordView: () => Promise.resolve() }),
  };
}

/**
 * Returns the reader of a staff page. If staff need a second factor and this user has none,
 * redirects to the page for setting one up.
 * @throws a 403 that names colleagues with the permission
 */
export async function asStaff<Needs extends RolePermission>(
  request: Request,
  user: SignedIn,
  needs: Needs,
) {
  requireFactor(user);
  if (!hasPermission(user.roles, needs)) throw await forbid(needs);
  const actor = { id: user.id, request_id: requestId() };
  // After a POST, the page's loaders record what was viewed. Several loaders may run in parallel,
  // and `memo` makes them record it only once.
  const recordView = async (what: Shown) =>
    request.method === "POST"
      ? undefined
      : memo(`shown ${JSON.stringify(what)}`, () => recordShown(db, { actor, what }));
  return {
    ...user,
    ...mark<StaffReader<Needs>>({ ...actor, type: "admin", allowed: needs, recordView }),
  };
}

/** Redirects to the page for setting up a second factor if staff need one and the user has none. */
export function requireFactor(user: SignedIn): void {
  if (env.STAFF_SECOND_FACTOR !== "required" || user.has_second_factor) return;
  throw redirect(paths.yourSignIns.page());
}

async function forbid(needs: Permission) {
  const colleagues = await nullIfFailed(listWhoMay(db, needs), {
    what: "list colleagues with permission",
  });
  const ask = colleagues?.length ? ` Ask ${colleagues.join(" or ")}.` : "";
  return Response.json({ message: refusalText(needs) + ask, needs }, { status: 403 });
}
