import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { paths, type Role, ROLES } from "#app/paths.ts";

const CARRIED = [
  "first_name",
  "middle_name",
  "last_name",
  "phone_number",
  "phone_country",
  "email",
] as const;

/** What was typed before the other role was chosen: the page is another one, the person the same. Empty on the server. */
let typed: Partial<Record<(typeof CARRIED)[number], string>> = {};

/** What the form of the other role held when this page was chosen (AMB-B05). */
export function useTypedBefore() {
  const [before] = useState(typed);
  useEffect(() => {
    typed = {};
  }, []);
  return before;
}

/** Two links, so that the choice needs no script and each role has its address (B-005, B-026, AMB-B05). */
export function RoleToggle({ role, formId }: { role: Role; formId: string }) {
  const carry = () => {
    const form = document.forms.namedItem(formId);
    if (!form) return;
    const answers = new FormData(form);
    for (const name of CARRIED) {
      const value = answers.get(name);
      if (typeof value === "string") typed[name] = value;
    }
  };
  return (
    <nav aria-label="Are you selling or buying?" className="role-toggle">
      <ul>
        {ROLES.map((each) => (
          <li key={each}>
            <Link
              to={paths.getStarted(each)}
              aria-current={each === role ? "page" : undefined}
              onClick={carry}
            >
              {each === "sell" ? "I'm selling" : "I'm buying"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
