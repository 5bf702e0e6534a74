import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { KEEP_FOCUS } from "./route-focus.tsx";

type Tab = { label: ReactNode; to: string; current: boolean };

/** Renders links to views that each have their own URL. They are not ARIA tabs (AMB-K01). */
export function Tabs({ label, items }: { label: string; items: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="tabs">
      <ul>
        {items.map(({ label: text, to, current }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={current ? "page" : undefined}
              preventScrollReset
              state={KEEP_FOCUS}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
