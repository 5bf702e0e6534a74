import type { FieldMetadata } from "@conform-to/react";
import type { Option } from "#app/domain/shared/answers.ts";
import type { DateParts } from "#app/domain/transactions/significant-dates.ts";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";

export type TaskFormFields = { title: string; due_on: DateParts; assignee_id: string };

/** Renders the fields of a task. */
export function TaskFields({
  fields,
  people,
}: {
  fields: {
    title: FieldMetadata<string>;
    due_on: FieldMetadata<DateParts>;
    assignee_id: FieldMetadata<string>;
  };
  people: readonly Option[];
}) {
  return (
    <>
      <TextField {...fieldProps(fields.title)} label="Task" />
      <DateField {...dateProps(fields.due_on)} legend="Due on" />
      <SelectField
        {...fieldProps(fields.assignee_id)}
        label="Who does it"
        empty="The handler of the matter"
        options={people}
        optional
      />
    </>
  );
}
