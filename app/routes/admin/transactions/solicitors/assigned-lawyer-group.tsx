import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { AssignedLawyerGroupView } from "./view.ts";

/** The solicitors of a side, to read only: nothing of it is changed here (L-038). */
export function AssignedLawyerGroupCard({
  title,
  group,
}: {
  title: string;
  group: AssignedLawyerGroupView;
}) {
  return (
    <Card
      title={
        <span className="cluster">
          {title} <Badge>{group.panel}</Badge>
        </span>
      }
    >
      <SummaryList
        rows={group.facts.map(({ term, description }) => ({
          term,
          description:
            description.length > 0 ? description.map((line) => <div key={line}>{line}</div>) : null,
        }))}
      />
    </Card>
  );
}
