import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { AssignedLawyerGroupView } from "./view.ts";

/** The solicitors of a side, to read only: what can be changed is a page of its own (L-038). */
export function AssignedLawyerGroupCard({
  title,
  group,
  actions,
}: {
  title: string;
  group: AssignedLawyerGroupView;
  actions: ReactNode;
}) {
  return (
    <Card
      title={
        <span className="cluster">
          {title} <Badge>{group.panel}</Badge>
          {group.retired ? <Badge tone="stop">Retired</Badge> : null}
        </span>
      }
      actions={actions}
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
