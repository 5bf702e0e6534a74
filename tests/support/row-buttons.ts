/** What Conform's button posts that adds a row to a list of a form. */
export function addRow(name: string) {
  return { __intent__: JSON.stringify({ type: "insert", payload: { name } }) };
}

/** What the button posts that removes a row. */
export function removeRow(name: string, index: number) {
  return { __intent__: JSON.stringify({ type: "remove", payload: { name, index } }) };
}
