import type { FieldMetadata } from "@conform-to/react";
import type { Coordinator } from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { ContactFields } from "../../kit/contact-fields.tsx";
import { WeeklyLeadsField } from "../weekly-leads.tsx";

export type CoordinatorFormValues = FormValues<Coordinator>;

type Fields = Required<{ [Name in keyof CoordinatorFormValues]: FieldMetadata<string> }>;

/** What is asked of the coordinator of an office (M-038 to M-041). */
export function CoordinatorFields({ fields }: { fields: Fields }) {
  return (
    <>
      <ContactFields fields={fields} optional={["phone_number"]} />
      <WeeklyLeadsField field={fields.is_subscribed} />
    </>
  );
}
