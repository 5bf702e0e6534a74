import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ContactLink } from "./contact-link.tsx";

/** Said where there is nothing to say. */
export const NOT_PROVIDED = "Not provided";

export type SummaryRow = {
  term: string;
  /** "Not provided" when empty. */
  description: ReactNode;
  /** A text that is an email to write to, or a number to call. */
  by?: "email" | "phone";
  /** Where the answer is changed; the hidden text says which, like "date of birth". */
  change?: { to: string; hiddenText: string };
};

/**
 * Check your answers, and any list of facts; `grid` puts short facts side by side, `side` is for a narrow column beside
 * the matter.
 */
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
