import { Link } from "@remix-run/react";
import Menu from "lucide-react/icons/menu";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "./button.tsx";
import { Logo } from "./logo.tsx";

/** Renders the header of public pages (G-002 to G-005, H-007). */
export function VisitorHeader({
  theme = "light",
  follows,
}: {
  theme?: "light" | "dark";
  follows?: boolean;
}) {
  return (
    <header
      className="page-header visitor-header"
      data-theme={theme}
      data-follows={follows ? "" : undefined}
    >
      <div className="wrap">
        <Logo />
        <nav aria-label="Main">
          <Links />
        </nav>
        <details className="visitor-menu">
          <summary>
            <Menu aria-hidden="true" />
            Menu
          </summary>
          <nav aria-label="Menu">
            <Links />
          </nav>
        </details>
      </div>
    </header>
  );
}

function Links() {
  return (
    <ul>
      <li>
        <Link to={paths.partnerSignUp()}>Estate Agents</Link>
      </li>
      <li>
        <a href={paths.contact.form()}>Get Started</a>
      </li>
      <li>
        <ButtonLink kind="secondary" size="small" to={paths.signIn()}>
          Sign In
        </ButtonLink>
      </li>
    </ul>
  );
}
