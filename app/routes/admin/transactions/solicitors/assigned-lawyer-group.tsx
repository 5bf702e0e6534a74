import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { ContactLink } from "#app/ui/contact-link.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { AssignedLawyerGroupView, CardLine } from "./view.ts";

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
        rows={group.facts.map(({ term, lines }) => ({
          term,
          description:
            lines.length > 0
              ? lines.map((line, position) => <Line key={position} {...line} />)
              : null,
        }))}
      />
    </Card>
  );
}

function Line({ text, email, phone_number }: CardLine) {
  if (!text && !email && !phone_number) return null;
  return (
    <div className="contact-line">
      {text ? <span>{text}</span> : null}
      {email ? <ContactLink by="email" value={email} /> : null}
      {phone_number ? <ContactLink by="phone" value={phone_number} /> : null}
    </div>
  );
}
