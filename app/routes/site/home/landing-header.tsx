import { Link } from "@remix-run/react";
import Menu from "lucide-react/icons/menu";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Logo } from "#app/ui/logo.tsx";

/** The navigation of the landing page (G-002 to G-005). On small screens a menu that opens without scripts. */
export function LandingHeader() {
  return (
    <header className="page-header landing-top">
      <div className="wrap">
        <Logo />
        <nav aria-label="Main">
          <Links />
        </nav>
        <details className="landing-menu">
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
