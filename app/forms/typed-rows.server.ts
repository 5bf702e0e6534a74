import { isDeepStrictEqual } from "node:util";

/** Rows of a list that are each typed on their own page. A page that is sent twice adds its row once. */

type Typed = { id: string };

/** Whether all that was typed is the same. */
export function isSameRow<Row extends Typed>(one: Row, other: Row): boolean {
  return isDeepStrictEqual({ ...one, id: "" }, { ...other, id: "" });
}

/** @returns the rows with this one at the end; unchanged when they have it already, or are full */
export function withRow<Row extends Typed>(rows: Row[], row: Row, max: number): Row[] {
  const isThere = rows.some((one) => isSameRow(one, row));
  return isThere || rows.length >= max ? rows : [...rows, row];
}

/** @returns the rows with one of them replaced by what was typed; unchanged when it is gone */
export function withChangedRow<Row extends Typed>(rows: Row[], row: Row): Row[] {
  return rows.map((one) => (one.id === row.id ? row : one));
}
