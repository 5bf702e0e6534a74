import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ContactLink } from "#app/ui/contact-link.tsx";

/** Renders a table cell’s text, or a dash and a hidden "None". */
export function textOrDash(value: string | null): ReactNode {
  if (value) return value;
  return (
    <>
      {textOrBlank(null)}
      <span className="vh">None</span>
    </>
  );
}

/**
 * Returns text like textOrDash, but without "None", which screen readers would repeat in a row of
 * empty cells.
 */
export function textOrBlank(value: string | null): ReactNode {
  return (
    value ?? (
      <span className="dash" aria-hidden="true">
        –
      </span>
    )
  );
}

export function contactOrDash(by: "email" | "phone", value: string | null): ReactNode {
  return value ? <ContactLink by={by} value={value} /> : textOrDash(null);
}

/** Renders the row’s only link, which covers the row (J-023). */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="row-link" to={to}>
      {children}
    </Link>
  );
}
