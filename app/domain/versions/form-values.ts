/** What a form holds of a record: texts, and objects and lists of them. */
export type FormValues<Record> = Record extends readonly (infer Item)[]
  ? FormValues<Item>[]
  : Record extends object
    ? { [Name in keyof Record]: FormValues<NonNullable<Record[Name]>> }
    : string;

/**
 * A record as its form would be filled in: nothing is "", a ticked box "on". The type of a form follows from that of its
 * record, so that a renamed column does not compile instead of showing an empty field.
 */
export function formValues<Record extends object>(record: Record): FormValues<Record> {
  // The type says what each value becomes; of a record that is only known as a type parameter it cannot be inferred.
  return toValue(record) as FormValues<Record>;
}

function toValue(value: unknown): unknown {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return "on";
  if (Array.isArray(value)) return value.map(toValue);
  if (typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toValue(part)]));
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
