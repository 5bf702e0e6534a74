import { Form, Link, NavLink, useLocation } from "@remix-run/react";
import House from "lucide-react/icons/house";
import MenuIcon from "lucide-react/icons/menu";
import { type ReactNode, useRef } from "react";
import { fullName } from "#app/domain/people/person.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { FanlightArch } from "#app/ui/logo.tsx";
import { Main } from "#app/ui/main.tsx";
import { SignOut } from "#app/ui/signed-in-layout.tsx";
import { menu, places } from "./menu.ts";
import { SearchBox } from "./search/search-box.tsx";
import { useClosingMenu } from "./use-closing-menu.ts";

/** The top bar of every staff page, and the page under it. */
export function StaffFrame({
  user,
  shortcut,
  children,
}: {
  user: { first_name: string; last_name: string } | null;
  /** Whether the key "s" leads to the search box. */
  shortcut: boolean;
  children: ReactNode;
}) {
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
            <nav className="staff-places" aria-label="Main places">
              <ul>
                {places.map(({ label, to }) => (
                  <li key={label}>
                    <NavLink to={to}>{label}</NavLink>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
          {user ? <SearchBox shortcut={shortcut} /> : null}
          <nav aria-label="Account">
            <ul>
              {user ? <li>{fullName(user)}</li> : null}
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

/** Opens and closes without scripts; with them it also closes as people expect (I-055, I-057 to I-059, AMB-I02). */
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
        <ul>
          {menu.map(({ label, to }) => (
            <li key={label}>
              {to ? <NavLink to={to}>{label}</NavLink> : <span aria-disabled="true">{label}</span>}
            </li>
          ))}
        </ul>
        <Form method="post" action={paths.admin.searchShortcut()}>
          <input type="hidden" name="from" value={pathname + search} />
          <Button
            type="submit"
            kind="quiet"
            size="small"
            name="shortcut"
            value={shortcut ? "off" : "on"}
          >
            Turn {shortcut ? "off" : "on"} the key “s” for search
          </Button>
        </Form>
      </nav>
    </details>
  );
}
