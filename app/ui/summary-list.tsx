import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ContactLink } from "./contact-link.tsx";

export const NOT_PROVIDED = "Not provided";

export type SummaryRow = {
  term: string;
  /** Answer; the list shows "Not provided" if it is empty. */
  description: ReactNode;
  by?: "email" | "phone";
  /**
   * Link to change the answer. `hiddenText` names the answer for screen readers, such as "date of
   * birth".
   */
  change?: { to: string; hiddenText: string };
};

/** Renders a list of facts. `grid` puts short facts side by side, and `side` is for a sidebar. */
export function SummaryList({
  rows,
  layout,
}: {
  rows: readonly SummaryRow[];
  layout?: "grid" | "side";
}) {
  return (
    <dl className="summary-list" data-layout={layout}>
      {rows.map(({ term, description, by, change }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {isEmpty(description) ? (
              <span className="hint">{NOT_PROVIDED}</span>
            ) : by && typeof description === "string" ? (
              <ContactLink by={by} value={description} />
            ) : (
              description
            )}
          </dd>
          {change ? (
            <dd className="summary-list-change">
              <Link to={change.to}>
                Change<span className="vh"> {change.hiddenText}</span>
              </Link>
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

function isEmpty(description: ReactNode) {
  return description === null || description === undefined || description === "";
}
