import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import { DialogLink } from "../shared/dialog-link.tsx";

export function DetailsCard({
  what,
  id,
  retired,
  edit,
  retire,
  rows,
}: {
  what: "law firm" | "lawyer group";
  id: string;
  retired: boolean;
  edit: string;
  retire: string;
  rows: readonly SummaryRow[];
}) {
  return (
    <Card
      title="Details"
      actions={
        <>
          <DialogLink
            needs="keep_firms"
            id={`edit-${what.replace(" ", "-")}`}
            to={edit}
            what={what}
          >
            Edit
          </DialogLink>
          <DialogLink needs="retire_firms" id="retire" to={retire} kind="quiet" what={what}>
            {retired ? "Restore" : "Retire"}
          </DialogLink>
        </>
      }
    >
      <SummaryList
        layout="grid"
        rows={[{ term: "ID", description: <CopyButton label="ID" value={id} /> }, ...rows]}
      />
    </Card>
  );
}
