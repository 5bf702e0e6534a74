/** Converts a value to text that is allowed in an id. The result is the same in every render. */
export function idPart(value: string): string {
  return value.replaceAll(/[^\w-]+/g, "-");
}
