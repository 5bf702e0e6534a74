import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { type AnyField, fieldId, readField } from "#app/ui/forms/form-types.ts";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import type { GroupView } from "./draft.server.ts";

/** Who acts for the company that sells (P-008). */
export function RepresentativeCard({
  field,
  representative,
}: {
  field: AnyField;
  representative: GroupView["representative"];
}) {
  return (
    <PartCard
      field={field}
      part="representative"
      title="Representative"
      empty="Nobody has been chosen yet."
      rows={
        representative && [
          { term: "Name", description: representative.name },
          { term: "Email", description: representative.email },
          { term: "Account", description: representative.account },
        ]
      }
    />
  );
}

/** The company that sells (P-010). */
export function CompanyCard({
  field,
  company,
}: {
  field: AnyField;
  company: GroupView["company"];
}) {
  return (
    <PartCard
      field={field}
      part="company"
      title="Company seller"
      empty="No company has been chosen yet."
      rows={
        company && [
          { term: "Name", description: company.name },
          { term: "Company number", description: company.company_number },
          { term: "Address", description: company.address },
          { term: "Record", description: company.record },
        ]
      }
    />
  );
}

/** The id of the button that opens the page of a part. */
export const partOpenerId = (part: Part) => `change-${part}`;

type Part = "representative" | "company";

/** A part of the group with a page of its own: its button sends the form, so that nothing typed there is lost. */
function PartCard({
  field: given,
  part,
  title,
  empty,
  rows,
}: {
  field: AnyField;
  part: Part;
  title: string;
  empty: ReactNode;
  rows: readonly SummaryRow[] | null;
}) {
  const field = readField(given);
  return (
    <div className="card form-part">
      <GroupFrame field={field} label={title}>
        <div className="stack" id={fieldId(field.formId, field.name)} tabIndex={-1}>
          {rows ? <SummaryList layout="grid" rows={rows} /> : <p>{empty}</p>}
          <p>
            <Button
              type="submit"
              kind="secondary"
              size="small"
              id={partOpenerId(part)}
              name="intent"
              value={`${part}.change`}
            >
              {rows ? "Change" : "Choose"} {part}
            </Button>
          </p>
        </div>
      </GroupFrame>
    </div>
  );
}
