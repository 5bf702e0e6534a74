import { Link } from "@remix-run/react";
import type { ActionPerson } from "#app/domain/actions/action.ts";
import type { ActionKind } from "#app/domain/actions/notified.ts";
import { slugOf } from "#app/domain/actions/notified.ts";
import { paths } from "#app/paths.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";

/** Renders the people of a matter, with a link to the form of the action for each. */
export function ChoosePerson({
  id,
  kind,
  people,
}: {
  id: string;
  kind: ActionKind;
  people: readonly ActionPerson[];
}) {
  return (
    <>
      <p>Whose address do you want to correct?</p>
      <SummaryList
        rows={people.map((person) => ({
          term: `${person.name}, ${person.role.toLowerCase()}`,
          description: (
            <>
              <div>{person.text}</div>
              <Link to={paths.admin.actions.take(id, slugOf(kind), { person: person.id })}>
                Correct<span className="vh"> {person.name}’s address</span>
              </Link>
            </>
          ),
        }))}
      />
    </>
  );
}
