/** Returns a property of any value; undefined if it is missing. */
export function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
