import { isDeepStrictEqual } from "node:util";

/** Rows of a list that are each typed on a separate page. A duplicate submit adds its row once. */

type Typed = { id: string };

/** Returns true if the typed values are equal. */
export function isSameRow<Row extends Typed>(one: Row, other: Row): boolean {
  return isDeepStrictEqual({ ...one, id: "" }, { ...other, id: "" });
}

/** Appends a row, unless it exists or the list is full. */
export function withRow<Row extends Typed>(rows: Row[], row: Row, max: number): Row[] {
  const isThere = rows.some((one) => isSameRow(one, row));
  return isThere || rows.length >= max ? rows : [...rows, row];
}

/** Replaces a row by id; unchanged if it no longer exists. */
export function withChangedRow<Row extends Typed>(rows: Row[], row: Row): Row[] {
  return rows.map((one) => (one.id === row.id ? row : one));
}
