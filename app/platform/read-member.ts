/** What a value of any kind has under a name; undefined where it has nothing of that name. */
export function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
