import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ContactLink } from "#app/ui/contact-link.tsx";

/** A cell of a table with its text, or a dash where there is none. */
export function textOrDash(value: string | null): ReactNode {
  if (value) return value;
  return (
    <>
      {textOrBlank(null)}
      <span className="vh">None</span>
    </>
  );
}

/** As textOrDash, for a row with so many cells that "None" would be read again and again: screen readers say that it is blank. */
export function textOrBlank(value: string | null): ReactNode {
  return (
    value ?? (
      <span className="dash" aria-hidden="true">
        –
      </span>
    )
  );
}

/** How a person is reached, or a dash. */
export function contactOrDash(by: "email" | "phone", value: string | null): ReactNode {
  return value ? <ContactLink by={by} value={value} /> : textOrDash(null);
}

/** The row's one link, which covers the row (J-023). */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="row-link" to={to}>
      {children}
    </Link>
  );
}
