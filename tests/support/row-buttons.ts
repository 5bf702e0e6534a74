export function addRow(name: string) {
  return { __intent__: JSON.stringify({ type: "insert", payload: { name } }) };
}

export function removeRow(name: string, index: number) {
  return { __intent__: JSON.stringify({ type: "remove", payload: { name, index } }) };
}
