import { Link } from "@remix-run/react";
import { pluralise } from "#app/domain/shared/format.ts";
import { paths, type Role } from "#app/paths.ts";

/** Renders the link from a dashboard to its documents, with the number that are still to send. */
export function DocumentsLink({ role, id, count }: { role: Role; id: string; count: number }) {
  return (
    <p>
      <Link to={paths.dashboard.documents(role, id)}>
        {count > 0 ? `${pluralise(count, "document")} to send` : "Documents"}
      </Link>
    </p>
  );
}
