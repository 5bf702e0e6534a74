import type { ActionPerson } from "#app/domain/actions/action.ts";
import type { ActionKind } from "#app/domain/actions/notified.ts";
import { slugOf } from "#app/domain/actions/notified.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
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
          description: person.text,
          change: {
            to: paths.admin.actions.take(id, slugOf(kind), { person: person.id }),
            hiddenText: `${person.name}’s address`,
          },
        }))}
      />
      <p>
        <ButtonLink kind="quiet" to={paths.admin.transaction(id)}>
          Cancel
        </ButtonLink>
      </p>
    </>
  );
}
