import type { FieldMetadata } from "@conform-to/react";
import { type DateParts, toDateParts } from "#app/domain/transactions/significant-dates.ts";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextArea } from "#app/ui/forms/text-fields.tsx";

/** Renders the reason why a matter ends, and a note. */
export function EndFields({
  fields,
  reasons,
}: {
  fields: { end_reason: FieldMetadata<string>; end_note: FieldMetadata<string> };
  reasons: readonly string[];
}) {
  return (
    <>
      <Radios
        {...fieldProps(fields.end_reason)}
        legend="Reason"
        hint="For staff only. The reason and the note aren’t in any email."
        options={reasons.map((reason) => ({ value: reason, label: reason }))}
        inline="two"
      />
      <TextArea {...fieldProps(fields.end_note)} label="Note for staff" rows={3} optional />
    </>
  );
}

/** Renders the day until which a matter is paused, and a note. */
export function PauseFields({
  fields,
}: {
  fields: { paused_until: FieldMetadata<DateParts>; pause_note: FieldMetadata<string> };
}) {
  return (
    <>
      <DateField
        {...dateProps(fields.paused_until)}
        legend="Paused until"
        hint="On this day, the desk asks the handler to resume the matter. Leave it empty if you don’t know the day."
        optional
      />
      <TextArea
        {...fieldProps(fields.pause_note)}
        label="Note for staff"
        hint="It isn’t in any email."
        rows={3}
        optional
      />
    </>
  );
}

/** Returns values with the day of a pause as the date field has it. */
export function withDateParts<Values extends { paused_until?: unknown }>(values: Values) {
  const { paused_until: day } = values;
  return typeof day === "string" ? { ...values, paused_until: toDateParts(day || null) } : values;
}
