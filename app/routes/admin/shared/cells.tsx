import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ContactLink } from "#app/ui/contact-link.tsx";

/**
 * Renders the text of a table cell. If there is none, renders a dash, and "None" for screen
 * readers.
 */
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
 * Renders the text of a table cell like textOrDash, but without "None", which screen readers would
 * read out for every empty cell of a row.
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

/** Renders the only link of a row. The whole row is clickable (J-023). */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="row-link" to={to}>
      {children}
    </Link>
  );
}
