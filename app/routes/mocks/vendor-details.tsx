import { Form } from "@remix-run/react";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Details } from "#app/ui/details.tsx";
import type { faults as allFaults } from "#mocks/faults.ts";
import type { magicInputs } from "#mocks/magic-inputs.ts";

type Faults = typeof allFaults;

/** What to type for each answer of a vendor's double, and a switch that makes it unwell; open while it is. */
export function VendorDetails({
  double: { vendor, name, inputs, fault },
  faults,
}: {
  double: (typeof magicInputs)[number] & { fault: keyof Faults };
  faults: Faults;
}) {
  const isWell = fault === "none";
  return (
    <Details
      open={!isWell}
      summary={
        <span className="cluster">
          {name}
          {isWell ? null : <Badge tone="stop">{faults[fault]}</Badge>}
        </span>
      }
    >
      <DataTable
        caption={`What to type for ${name}`}
        hideCaption
        list="magic-inputs"
        rows={inputs}
        rowKey={([input]) => `${vendor}-${input}`}
        columns={[
          { key: "input", title: "Type this", cell: ([input]) => <code>{input}</code> },
          { key: "outcome", title: "For this", cell: ([, outcome]) => outcome },
        ]}
      />
      <Form method="post" className="cluster">
        <input type="hidden" name="vendor" value={vendor} />
        <label>
          How it is{" "}
          <select name="fault" defaultValue={fault} className="input">
            {Object.entries(faults).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" kind="secondary" size="small">
          Change<span className="vh"> how {name} is</span>
        </Button>
      </Form>
    </Details>
  );
}
