/** Returns a value as it can be used in an id. The result is the same in every render. */
export function idPart(value: string): string {
  return value.replaceAll(/[^\w-]+/g, "-");
}
