/**
 * Rows of a list, where each row has its own page. A duplicate submit of a page adds its row only
 * once.
 */

import { isDeepStrictEqual } from "node:util";

type Typed = { id: string };

/** Returns true if two rows are equal, apart from their ids. */
export function isSameRow<Row extends Typed>(one: Row, other: Row): boolean {
  return isDeepStrictEqual({ ...one, id: "" }, { ...other, id: "" });
}

/** Appends a row, unless the list has an equal row or is full. */
export function withRow<Row extends Typed>(rows: Row[], row: Row, max: number): Row[] {
  const isThere = rows.some((one) => isSameRow(one, row));
  return isThere || rows.length >= max ? rows : [...rows, row];
}

/** Replaces the row with the same id. Returns the rows unchanged if there is none. */
export function withChangedRow<Row extends Typed>(rows: Row[], row: Row): Row[] {
  return rows.map((one) => (one.id === row.id ? row : one));
}
