/** Returns a value usable in an id, stable across renders. */
export function idPart(value: string): string {
  return value.replaceAll(/[^\w-]+/g, "-");
}
