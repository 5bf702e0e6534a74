import { Link } from "@remix-run/react";
import { paths, type Role, ROLES } from "#app/paths.ts";

/**
 * Two links, so that the choice needs no script and each role has its address (B-005, B-026). Both lead to the same page,
 * and what was typed stays in its fields where scripts run (AMB-B05).
 */
export function RoleToggle({ role }: { role: Role }) {
  return (
    <nav aria-label="Are you selling or buying?" className="role-toggle">
      <ul>
        {ROLES.map((each) => (
          <li key={each}>
            <Link to={paths.getStarted(each)} aria-current={each === role ? "page" : undefined}>
              {each === "sell" ? "I'm selling" : "I'm buying"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
