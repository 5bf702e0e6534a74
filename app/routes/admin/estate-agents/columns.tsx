import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { contactOrDash, RowLink, textOrDash } from "../kit/cells.tsx";
import type { EstateAgentRow } from "./row-view.ts";

/** The columns of the list, in the specification's order (M-004 to M-009). */
export const columns: readonly Column<EstateAgentRow>[] = [
  {
    key: "office",
    title: "Office Name",
    width: "wide",
    cell: (row) => <RowLink to={paths.admin.estateAgent(row.id)}>{row.office}</RowLink>,
  },
  { key: "phone", title: "Office Phone Number", cell: (row) => contactOrDash("phone", row.phone) },
  { key: "valuer", title: "Primary Valuer Name", cell: (row) => textOrDash(row.valuer) },
  {
    key: "valuer_email",
    title: "Primary Valuer Email",
    cell: (row) => contactOrDash("email", row.valuer_email),
  },
  {
    key: "valuer_phone",
    title: "Primary Valuer Phone",
    cell: (row) => contactOrDash("phone", row.valuer_phone),
  },
  {
    key: "subscribed",
    title: "Primary Valuer Subscribed",
    cell: (row) => textOrDash(row.subscribed),
  },
];
