import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { type AnyField, fieldId, type FieldProps } from "./form-types.ts";

export function fieldProps(field: AnyField): FieldProps {
  const { name, defaultValue } = getInputProps(field, { type: "text", ariaAttributes: false });
  return { id: fieldId(field.formId, name), name, value: defaultValue, errors: field.errors };
}

export function listProps(field: FieldMetadata<string[]>) {
  const { id, name, errors } = fieldProps(field);
  return { id, name, errors, values: field.defaultOptions ?? [] };
}

export function dateProps(field: FieldMetadata<Record<"day" | "month" | "year", string>>) {
  const { id, errors } = fieldProps(field);
  const { day, month, year } = field.getFieldset();
  const parts = { day: fieldProps(day), month: fieldProps(month), year: fieldProps(year) };
  return { id, errors, parts };
}

/**
 * Returns the rows of a list. Returns no rows if the form was posted with text under the list’s
 * name.
 */
export function rowsOf<Row>(list: FieldMetadata<Row[]>): FieldMetadata<Row>[] {
  return Array.isArray(list.initialValue) ? list.getFieldList() : [];
}
