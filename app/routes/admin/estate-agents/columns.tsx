import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { RowLink, text } from "../kit/cells.tsx";
import type { EstateAgentRow } from "./row-view.ts";

/** The columns of the list, in the specification's order (M-004 to M-009). */
export const columns: readonly Column<EstateAgentRow>[] = [
  {
    key: "office",
    title: "Office Name",
    width: "wide",
    cell: (row) => <RowLink to={paths.admin.estateAgent(row.id)}>{row.office}</RowLink>,
  },
  { key: "phone", title: "Office Phone Number", cell: (row) => text(row.phone) },
  { key: "valuer", title: "Primary Valuer Name", cell: (row) => text(row.valuer) },
  { key: "valuer_email", title: "Primary Valuer Email", cell: (row) => text(row.valuer_email) },
  { key: "valuer_phone", title: "Primary Valuer Phone", cell: (row) => text(row.valuer_phone) },
  { key: "subscribed", title: "Primary Valuer Subscribed", cell: (row) => text(row.subscribed) },
];
