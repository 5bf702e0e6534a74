import type { AddressFields } from "#app/ui/address-finder-state.ts";
import type { AnyField } from "./form-types.ts";

/** Conform's metadata of a field that is an address. */
export type AddressField = AnyField & {
  getFieldset: () => Required<{ [Name in keyof AddressFields]: AnyField }>;
};

/** One part of the address as it stands, whatever its name. */
export function addressText(field: AnyField, part: string): string | undefined {
  const { initialValue } = field;
  if (typeof initialValue !== "object" || initialValue === null) return undefined;
  const text: unknown = Object.entries(initialValue).find(([name]) => name === part)?.[1];
  return typeof text === "string" && text !== "" ? text : undefined;
}
