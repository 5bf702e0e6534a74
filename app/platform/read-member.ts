/** Returns a property of any value; undefined if the value has no such property. */
export function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
