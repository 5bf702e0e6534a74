import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import type {
  FirmSpeed,
  listOpenMatters,
  SpeedStep,
} from "#app/domain/solicitors/firm-speed.server.ts";
import {
  HOLDERS,
  MATTER_STAGE_LABELS,
  type Holder,
  type MatterStage,
} from "#app/domain/stages/current-step.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { RowLink } from "../shared/cells.tsx";

const STEPS: Record<SpeedStep, string> = {
  accept: "To accept",
  pack: "Contract pack, from acceptance",
  enquiries: "Enquiries, to raise or answer",
};

/** Returns the rows of the card about how fast a firm is. */
export function speedRows(speed: FirmSpeed) {
  return (["accept", "pack", "enquiries"] as const).map((step) => {
    const usual = speed[step];
    return {
      term: STEPS[step],
      description: usual
        ? `${pluralise(usual.working_days, "working day")} (${pluralise(usual.matters, "matter")})`
        : "Not known yet",
    };
  });
}

type Open = Awaited<ReturnType<typeof listOpenMatters>>;

/** Returns the rows of the table of a firm’s open matters. */
export function matterRows({ matters }: Open) {
  return matters.map(({ id, number, address, side, stage, holder, since }) => ({
    id,
    address: addressLine(address),
    number: formatMatterNumber(number),
    side: side === "seller" ? "Seller" : "Buyer",
    stage: stage && isStage(stage) ? MATTER_STAGE_LABELS[stage] : "",
    holder: holder && isHolder(holder) ? HOLDERS[holder] : "No one",
    since: since ? adminDate(since) : "",
  }));
}

const isStage = (name: string): name is MatterStage => Object.hasOwn(MATTER_STAGE_LABELS, name);
const isHolder = (name: string): name is Holder => Object.hasOwn(HOLDERS, name);

type MatterRow = ReturnType<typeof matterRows>[number];

const columns: readonly Column<MatterRow>[] = [
  {
    key: "address",
    title: "Property",
    width: "wide",
    cell: ({ id, address }) => <RowLink to={paths.admin.transaction(id)}>{address}</RowLink>,
  },
  { key: "number", title: "Number", cell: ({ number }) => number },
  { key: "side", title: "Acts for", cell: ({ side }) => side },
  { key: "stage", title: "Stage", cell: ({ stage }) => stage },
  { key: "holder", title: "Holder", cell: ({ holder }) => holder },
  { key: "since", title: "Since", cell: ({ since }) => since },
];

export function SpeedCard({ rows }: { rows: ReturnType<typeof speedRows> }) {
  return (
    <Card title="How fast the firm is">
      <SummaryList rows={rows} />
      <p className="hint">
        Three out of four matters took at most this long. Only instructions that the firm has
        accepted on its page count, up to the last 100 of each lawyer group.
      </p>
    </Card>
  );
}

export function OpenMatters({
  name,
  rows,
  has_more,
}: {
  name: string;
  rows: MatterRow[];
  has_more: boolean;
}) {
  return (
    <Card title="Open matters">
      <DataTable
        caption={`Open matters of ${name}`}
        hideCaption
        list="firm-matters"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty="No open matters."
      />
      {has_more ? <p className="hint">Only the newest {rows.length} are shown.</p> : null}
    </Card>
  );
}
