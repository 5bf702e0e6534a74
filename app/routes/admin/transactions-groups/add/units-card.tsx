import { pluralise } from "#app/domain/shared/format.ts";
import { MAX_UNITS } from "#app/domain/groups/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { ErrorText } from "#app/ui/forms/error-text.tsx";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { fieldId } from "#app/ui/forms/form-types.ts";
import { listId, ListChangeStatus, personOpenerId } from "#app/ui/forms/person-list.tsx";
import { textOrDash } from "../../shared/cells.tsx";
import type { UnitView } from "./draft.server.ts";

/**
 * Lists the units of the group. Each unit has its own page, because a group can have a hundred
 * units (P-009).
 */
export function UnitsCard({
  formId,
  errors,
  units,
}: {
  formId: string;
  errors: Record<string, string[] | undefined>;
  units: readonly UnitView[];
}) {
  const rows = units.map((unit, index) => ({ ...unit, error: errors[`units[${index}]`]?.[0] }));
  const columns = unitColumns(formId);
  return (
    <div className="card form-part">
      <ListChangeStatus name="units" people={units.map(asListed)} />
      <GroupFrame id={fieldId(formId, "units")} errors={errors.units} label="Property">
        <div className="stack" id={fieldId(formId, "units")} tabIndex={-1}>
          <h2 id={listId("units")} tabIndex={-1}>
            {pluralise(units.length, "unit")}
          </h2>
          <DataTable
            caption="Units"
            hideCaption
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty="No units yet."
          />
          {units.length < MAX_UNITS ? (
            <p>
              <Button
                type="submit"
                kind="secondary"
                size="small"
                id={unitOpenerId("add")}
                name="intent"
                value="units.add"
              >
                Add unit
              </Button>
            </p>
          ) : (
            <p className="hint">A group has at most {MAX_UNITS} units.</p>
          )}
        </div>
      </GroupFrame>
    </div>
  );
}

export const unitOpenerId = (id: string) => personOpenerId("units", id);

function asListed({ id, address, tenure, asking_price, number }: UnitView) {
  return { id, name: address || `Unit ${number}`, detail: `${tenure} ${asking_price}` };
}

type Row = UnitView & { error: string | undefined };

const unitColumns = (formId: string): readonly Column<Row>[] => [
  { key: "number", title: "Unit", cell: ({ number }) => number },
  {
    key: "address",
    title: "Address",
    width: "wide",
    cell: (unit) => <UnitAddress unit={unit} id={fieldId(formId, `units[${unit.number - 1}]`)} />,
  },
  { key: "tenure", title: "Tenure", cell: ({ tenure }) => textOrDash(tenure) },
  {
    key: "asking_price",
    title: "Asking price",
    align: "end",
    cell: ({ asking_price }) => textOrDash(asking_price),
  },
];

function UnitAddress({ unit, id }: { unit: Row; id: string }) {
  const { address, complete, error } = unit;
  return (
    <div id={id} tabIndex={-1}>
      {address || "No address yet"} {complete ? null : <Badge tone="act">Incomplete</Badge>}
      {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
      <UnitButtons unit={unit} />
    </div>
  );
}

/**
 * Renders a unit’s buttons. They are next to its address, so that narrow pages show them without
 * scrolling sideways.
 */
function UnitButtons({ unit: { id, number } }: { unit: Row }) {
  return (
    <p className="cluster">
      {VERBS.map(({ verb, label }) => (
        <Button
          key={verb}
          type="submit"
          kind="quiet"
          size="small"
          id={verb === "change" ? unitOpenerId(id) : undefined}
          name="intent"
          value={`units.${verb}:${id}`}
        >
          {label}
          <span className="vh"> unit {number}</span>
        </Button>
      ))}
    </p>
  );
}

const VERBS = [
  { verb: "change", label: "Edit" },
  { verb: "duplicate", label: "Duplicate" },
  { verb: "remove", label: "Remove" },
];
