import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import { DialogLink } from "../kit/dialog-link.tsx";
import type { PersonView } from "./people.ts";

/** Somebody in a matter: what they are in it, and how to reach them. */
export function PersonCard({
  person,
  primary,
  level = "h3",
  within,
  rows = [],
  correct,
}: {
  person: PersonView;
  /** Left out for those who are neither primary nor additional. */
  primary?: boolean;
  level?: "h3" | "h4";
  /** What they are part of, where one name may stand on the page more than once; for whoever hears the headings alone. */
  within?: string;
  /** What is special to them. */
  rows?: readonly SummaryRow[];
  /** The page that corrects them. */
  correct: string;
}) {
  const { id, name, email, phone, address } = person;
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
          {within ? <span className="vh">{within}</span> : null}
        </span>
      }
      actions={
        <DialogLink id={`correct-${id}`} to={correct} kind="quiet" what={name}>
          Correct
        </DialogLink>
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
