import { data } from "@remix-run/node";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { report } from "#app/observability/report.server.ts";

/**
 * Returns the signed-in member of staff, for reading records and for the audit log. Throws like
 * requireAdmin.
 */
export function requireActor<Needs extends RolePermission>(
  request: Request,
  needs: Needs,
): Promise<StaffReader<Needs>> {
  return requireAdmin(request, needs);
}

type Opened<Shown> = { title: string; back: string; opener: string } & (
  | { record: Shown; problem: null }
  | { record: null; problem: string }
);

/**
 * Checks the permission and reads a record for its page. Shows errors in the staff layout
 * (AMB-A13).
 * @param page.read Reads the record and writes the audit log. Throws NotFoundError, also for an
 * invalid id, or a redirect.
 */
export async function openRecord<Shown>(
  request: Request,
  page: {
    needs: RolePermission;
    read: (reader: StaffReader) => Promise<Shown>;
    title: (shown: Shown) => string;
    failure: string;
    back?: string;
    opener?: string;
  },
) {
  const { needs, read, title, failure, back = "", opener = "" } = page;
  const reader = await requireActor(request, needs);
  const notShown = (problem: string, status: number) =>
    data<Opened<Shown>>({ title: problem, record: null, problem, back, opener }, { status });
  try {
    const record = await read(reader);
    return data<Opened<Shown>>({ title: title(record), record, problem: null, back, opener });
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof DomainError) return notShown(error.message, error.status);
    report(error, { what: failure });
    return notShown(failure, 500);
  }
}

export function pageOrList(id: string, page: (id: string) => string, list: () => string): string {
  return isObjectId(id) ? page(id) : list();
}
