import { Link } from "@remix-run/react";
import { pluralise } from "#app/domain/shared/format.ts";

/** Renders the link from a dashboard to its documents, with the number that are still to send. */
export function DocumentsLink({ to, count }: { to: string; count: number }) {
  return (
    <p>
      <Link to={to}>{count > 0 ? `${pluralise(count, "document")} to send` : "Documents"}</Link>
    </p>
  );
}
