/** A value as a part of an id, which has no spaces; the same in every rendering. */
export function idPart(value: string): string {
  return value.replaceAll(/[^\w-]+/g, "-");
}
