import { Form, Link, useLocation } from "@remix-run/react";
import House from "lucide-react/icons/house";
import MenuIcon from "lucide-react/icons/menu";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { fullName } from "#app/domain/shared/names.ts";
import { paths } from "#app/paths.ts";
import { useRememberedQuery } from "#app/ui/breadcrumbs.tsx";
import { Button } from "#app/ui/button.tsx";
import { FanlightArch } from "#app/ui/logo.tsx";
import { Main } from "#app/ui/main.tsx";
import { SignOut } from "#app/ui/signed-in-layout.tsx";
import { IfPermitted, useHasPermission } from "./shared/allowed.tsx";
import { SearchBox } from "./search/search-box.tsx";

/** Numbers that the bar shows next to its links, such as "6"; null for none. */
type Counts = { desk: string | null; inbox: string | null };

export function StaffFrame({
  user,
  shortcut,
  counts,
  children,
}: {
  user: { first_name: string; last_name: string } | null;
  shortcut: boolean;
  counts: Counts;
  children: ReactNode;
}) {
  const mayLook = useHasPermission("look");
  useRememberedQuery();
  return (
    <>
      <header className="page-header staff-bar">
        <div className="wrap" data-width="wide">
          <div className="cluster">
            <Link className="logo" to={paths.admin.home()}>
              <FanlightArch />
              <House aria-hidden="true" />
              Home
            </Link>
            <Menu shortcut={shortcut} />
            {mayLook ? <Places counts={counts} /> : null}
          </div>
          {user && mayLook ? <SearchBox shortcut={shortcut} /> : null}
          <nav aria-label="Account">
            <ul>
              {user ? (
                <li>
                  <Link to={paths.yourSignIns.page()}>
                    {fullName(user)}
                    <span className="vh">, where you are signed in</span>
                  </Link>
                </li>
              ) : null}
              <li>
                <SignOut />
              </li>
            </ul>
          </nav>
        </div>
      </header>
      <Main>{children}</Main>
    </>
  );
}

/** Renders the links of the bar: the desk and the inbox, then the specified places. */
function Places({ counts }: { counts: Counts }) {
  return (
    <nav className="staff-places" aria-label="Main pages">
      <ul>
        <li>
          <Place to={paths.admin.desk()} label="Desk" count={counts.desk} />
        </li>
        <li>
          <Place to={paths.admin.inbox()} label="Inbox" count={counts.inbox} />
        </li>
        {places.map(({ label, to }) => (
          <li key={label}>
            <Place to={to} label={label} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Renders a link that marks the section that the reader is in. Remix’s NavLink is several times
 * slower.
 */
function Place({ to, label, count }: { to: string; label: string; count?: string | null }) {
  const page = useLocation().pathname.toLowerCase();
  const isHere = page === to || page.startsWith(`${to}/`);
  return (
    <Link to={to} aria-current={isHere ? "page" : undefined}>
      {label}
      {count ? (
        <span className="bar-count">
          {count}
          <span className="vh"> waiting</span>
        </span>
      ) : null}
    </Link>
  );
}

/** Renders the menu, which works without JavaScript (I-055, I-057 to I-059, AMB-I02). */
function Menu({ shortcut }: { shortcut: boolean }) {
  const { pathname, search } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  useClosingMenu(details);
  return (
    <details ref={details} className="menu">
      <summary>
        <MenuIcon aria-hidden="true" />
        Menu
      </summary>
      <nav aria-label="Main">
        <IfPermitted needs="look">
          <ul>
            {menu.map(({ label, to }) => (
              <li key={label}>
                {to ? <Place to={to} label={label} /> : <span aria-disabled="true">{label}</span>}
              </li>
            ))}
          </ul>
          {/* A narrow bar has no room for its links. */}
          <Place to={paths.admin.desk()} label="Desk" />
          <Place to={paths.admin.inbox()} label="Inbox" />
          <Place to={paths.admin.staff()} label="Staff" />
        </IfPermitted>
        <Place to={paths.yourSignIns.page()} label="Where you’re signed in" />
        <Form method="post" action={paths.admin.searchShortcut()}>
          <input type="hidden" name="from" value={pathname + search} />
          <Button
            type="submit"
            kind="quiet"
            size="small"
            name="shortcut"
            value={shortcut ? "off" : "on"}
          >
            Turn {shortcut ? "off" : "on"} the “s” shortcut for search
          </Button>
        </Form>
      </nav>
    </details>
  );
}

/**
 * Closes the menu on a click outside it, on Escape and on navigation. Tab stays inside the open
 * menu (I-057 to I-059).
 */
function useClosingMenu(menu: RefObject<HTMLDetailsElement>) {
  const { key } = useLocation();
  const shownAt = useRef(key);
  useEffect(() => {
    // A menu that was opened before hydration stays open.
    if (shownAt.current === key) return;
    shownAt.current = key;
    if (menu.current) menu.current.open = false;
  }, [menu, key]);

  useEffect(() => {
    const details = menu.current;
    if (!details) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (!details.open) return;
      if (event.key === "Escape") close(details);
      if (event.key === "Tab") wrapFocus(details, event);
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, [menu]);
}

function close(details: HTMLDetailsElement) {
  details.open = false;
  details.querySelector("summary")?.focus();
}

function wrapFocus(details: HTMLDetailsElement, event: KeyboardEvent) {
  const stops = details.querySelectorAll<HTMLElement>("summary, a[href], button");
  const first = stops[0];
  const last = stops[stops.length - 1];
  const [from, to] = event.shiftKey ? [first, last] : [last, first];
  const outside = !details.contains(document.activeElement);
  if (!outside && document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

const places = [
  { label: "Transactions", to: paths.admin.transactions() },
  { label: "Groups", to: paths.admin.transactionsGroups() },
  { label: "Law Firms", to: paths.admin.lawFirms() },
  { label: "Estate Agents", to: paths.admin.estateAgents() },
  { label: "Users", to: paths.admin.users() },
  { label: "Stats & Metrics", to: paths.admin.stats() },
] as const;

/** Items of the menu, in order (I-040 to I-051). Disabled items are plain text (AMB-I01). */
const menu: readonly { label: string; to: string | null }[] = [
  { label: "Transaction Feed", to: null },
  { label: "Transactions", to: paths.admin.transactions() },
  { label: "Groups", to: paths.admin.transactionsGroups() },
  { label: "Law Firms", to: paths.admin.lawFirms() },
  { label: "Estate Agents", to: paths.admin.estateAgents() },
  { label: "Users", to: paths.admin.users() },
  { label: "Sellers Invitations", to: paths.admin.invitations("sell") },
  { label: "Buyers Invitations", to: paths.admin.invitations("buy") },
  { label: "Ask Charlie", to: null },
  { label: "Unmatched Emails", to: paths.admin.unmatchedEmails() },
  { label: "Stats & Metrics", to: paths.admin.stats() },
  { label: "Config", to: null },
];
