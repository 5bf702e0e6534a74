import type { FieldMetadata } from "@conform-to/react";
import type { AddressFields, AddressFinderStateName } from "#app/ui/address-finder-state.ts";
import { type AnyField, fieldId } from "./form-types.ts";

export type AddressField = FieldMetadata<AddressFields>;

export function addressText(field: AnyField, part: string): string | undefined {
  const { initialValue } = field;
  if (typeof initialValue !== "object" || initialValue === null) return undefined;
  const text: unknown = Object.entries(initialValue).find(([name]) => name === part)?.[1];
  return typeof text === "string" && text !== "" ? text : undefined;
}

/**
 * Returns the id of the element that gets the focus in a state of the finder: its first control, or
 * the address that it shows.
 */
export function stepId(
  { formId, name }: Pick<AnyField, "formId" | "name">,
  state: AddressFinderStateName,
): string {
  switch (state) {
    case "Found":
      return fieldId(formId, `${name}.choice`);
    case "NotListed":
      return fieldId(formId, `${name}.line_1`);
    case "Selected":
    case "Confirmed":
      return fieldId(formId, `${name}.kept`);
    case "Disabled":
    case "Initial":
    case "APICalled":
    case "NotFound":
      return fieldId(formId, name);
  }
}
