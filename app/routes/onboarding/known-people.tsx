import { Link } from "@remix-run/react";
import { KEEP_FOCUS } from "#app/ui/route-focus.tsx";

/** Those who were named in an earlier matter: one press fills their details in, to be checked and changed. */
export function KnownPeople({
  people,
}: {
  people: readonly { person_id: string; name: string }[];
}) {
  if (people.length === 0) return null;
  return (
    <nav aria-label="People you have named before">
      <p>Use the details of somebody you have named before:</p>
      <ul className="cluster">
        {people.map(({ person_id, name }) => (
          <li key={person_id}>
            <Link to={`?known=${person_id}`} preventScrollReset state={KEEP_FOCUS}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
