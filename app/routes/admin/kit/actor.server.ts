import { requireAdmin } from "#app/auth/guards.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";

/**
 * The member of staff who does what follows, for the audit log.
 *
 * @throws a redirect for everyone else, as requireAdmin does
 */
export async function requireActor(request: Request): Promise<Actor> {
  const { id } = await requireAdmin(request);
  return { id, request_id: requestId() };
}
