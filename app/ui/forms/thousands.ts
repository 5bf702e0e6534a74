/** "350000" as "350,000". Pence after a point are dropped, and so is everything that is not a digit (V-027, V-028). */
export function withThousands(typed: string): string {
  const [whole = ""] = typed.split(".");
  return whole.replaceAll(/\D/g, "").replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

/** Where the caret stands after so many digits of a grouped number. */
export function caretPosition(grouped: string, digits: number): number {
  let position = 0;
  for (let seen = 0; seen < digits && position < grouped.length; position++) {
    if (grouped[position] !== ",") seen++;
  }
  return position;
}
