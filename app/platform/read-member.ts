/** Returns a property of any value; undefined if missing. */
export function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
