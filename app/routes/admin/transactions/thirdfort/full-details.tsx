import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Details } from "#app/ui/details.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { textOrDash } from "../../kit/cells.tsx";
import type { GroupView, PersonView } from "./view.ts";

/** What Thirdfort's own form asks for of each person, to be copied (N-015, N-016). */
export function FullDetails({ group, open }: { group: GroupView; open: boolean }) {
  return (
    <Details
      open={open}
      summary={
        <span>
          <span className="when-shut">Show</span>
          <span className="when-open">Hide</span> Full Details
          <span className="vh"> of {group.title}</span>
        </span>
      }
    >
      {group.people.map((person) => (
        <DetailCard key={person.key} person={person} />
      ))}
    </Details>
  );
}

function DetailCard({ person: { name, role, details } }: { person: PersonView }) {
  return (
    <Card
      level="h3"
      title={
        <>
          {name} <span className="hint">{role.toLowerCase()}</span>
        </>
      }
    >
      <SummaryList
        layout="grid"
        rows={details.map(({ label, value }) => ({
          term: label,
          description: value ? (
            <CopyButton compact label={`${label.toLowerCase()} of ${name}`} value={value} />
          ) : (
            textOrDash(null)
          ),
        }))}
      />
    </Card>
  );
}
