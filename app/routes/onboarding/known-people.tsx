import { Link } from "@remix-run/react";
import { KEEP_FOCUS } from "#app/ui/route-focus.tsx";

/** Those who were named in an earlier matter: one press fills their details in, to be checked and changed. */
export function KnownPeople({
  people,
  query,
}: {
  people: readonly { person_id: string; name: string }[];
  /** What the address of the page says of the matter. */
  query: Record<string, string>;
}) {
  if (people.length === 0) return null;
  return (
    <nav aria-label="People you have named before">
      <p>Use the details of somebody you have named before:</p>
      <ul className="cluster">
        {people.map(({ person_id, name }) => (
          <li key={person_id}>
            <Link
              to={`?${new URLSearchParams({ ...query, known: person_id }).toString()}`}
              preventScrollReset
              state={KEEP_FOCUS}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
