import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import type { PersonView } from "./people.ts";

/** Somebody in a matter: what they are in it, and how to reach them. */
export function PersonCard({
  person,
  primary,
  level = "h3",
  rows = [],
}: {
  person: PersonView;
  /** Left out for those who are neither primary nor additional. */
  primary?: boolean;
  level?: "h3" | "h4";
  /** What is special to them. */
  rows?: readonly SummaryRow[];
}) {
  const { name, email, phone, address } = person;
  return (
    <Card
      level={level}
      title={
        <span className="cluster">
          {name}
          {primary === undefined ? null : primary ? (
            <Badge tone="done">Primary</Badge>
          ) : (
            <Badge>Additional</Badge>
          )}
        </span>
      }
    >
      <SummaryList
        layout="grid"
        rows={[
          ...rows,
          { term: "Email", description: email },
          { term: "Phone", description: phone },
          { term: "Address", description: address },
        ]}
      />
    </Card>
  );
}
