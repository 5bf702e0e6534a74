import { data } from "@remix-run/node";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { report } from "#app/observability/report.server.ts";

/**
 * The member of staff who does what follows: who reads, and who the audit log names.
 *
 * @throws as requireAdmin does
 */
export function requireActor<Needs extends RolePermission>(
  request: Request,
  needs: Needs,
): Promise<StaffReader<Needs>> {
  return requireAdmin(request, needs);
}

/** A record, or why there is none to show. */
type Opened<Shown> = { title: string; back: string; opener: string } & (
  | { record: Shown; problem: null }
  | { record: null; problem: string }
);

/**
 * Opens a record of the back office for its page: guards, reads, and says what is missing (404), refused or broken (500)
 * inside the staff's page (AMB-A13).
 *
 * @param page.read reads and presents it to whoever asks, and has it written down that it was shown; throws NotFoundError
 *   with the specification's words, also for what is no id, or a Response that leads elsewhere
 * @param page.title of the page, when the record is there
 * @param page.failure the specification's words when it cannot be read
 */
export async function openRecord<Shown>(
  request: Request,
  page: {
    needs: RolePermission;
    read: (reader: StaffReader) => Promise<Shown>;
    title: (shown: Shown) => string;
    failure: string;
    /** The page below a dialog, which it returns to in any case. */
    back?: string;
    /** The id of the link that opens a dialog. */
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
    // A redirect.
    if (error instanceof Response) throw error;
    if (error instanceof DomainError) return notShown(error.message, error.status);
    report(error, { what: failure });
    return notShown(failure, 500);
  }
}

/** The page of a record that an address names; the list of them where that is no id. */
export function pageOrList(id: string, page: (id: string) => string, list: () => string): string {
  return isObjectId(id) ? page(id) : list();
}
