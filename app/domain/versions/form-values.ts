/** The values of a form for a record: strings, or objects and arrays that contain strings. */
export type FormValues<Record> = Record extends readonly (infer Item)[]
  ? FormValues<Item>[]
  : Record extends object
    ? { [Name in keyof Record]: FormValues<NonNullable<Record[Name]>> }
    : string;

/**
 * Converts a record to the values of its form: null becomes "", and true becomes "on", the value
 * that a ticked checkbox posts. The type is derived from the record’s type, so that code with the
 * old name of a renamed column does not compile.
 */
export function formValues<Record extends object>(record: Record): FormValues<Record> {
  // TypeScript cannot infer a mapped type of a type parameter.
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
