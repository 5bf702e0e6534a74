/** A record as a form has it: texts, and objects and lists of texts. */
export type FormValues<Record> = Record extends readonly (infer Item)[]
  ? FormValues<Item>[]
  : Record extends object
    ? { [Name in keyof Record]: FormValues<NonNullable<Record[Name]>> }
    : string;

/**
 * A record as the values of its form: null is "", a ticked box "on". The form's type follows from the record's, so that a
 * renamed column does not compile, rather than show an empty field.
 */
export function formValues<Record extends object>(record: Record): FormValues<Record> {
  // TypeScript cannot infer the mapped type of a record that is only known as a type parameter.
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
