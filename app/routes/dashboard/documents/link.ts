import { pluralise } from "#app/domain/shared/format.ts";
import { paths, type Role } from "#app/paths.ts";

/** Returns the link from a dashboard to its documents, with the number that are still to send. */
export function documentsLink(role: Role, id: string, count: number) {
  const label = count > 0 ? `${pluralise(count, "document")} to send` : "Documents";
  return { label, to: paths.dashboard.documents(role, id) };
}
