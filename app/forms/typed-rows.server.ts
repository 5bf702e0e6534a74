import { isDeepStrictEqual } from "node:util";

/** Rows of a list that are each typed on a page of their own. A page that is sent twice does not add its row twice. */

type Typed = { id: string };

/** The same in everything that was typed. */
export function isSameRow<Row extends Typed>(one: Row, other: Row): boolean {
  return isDeepStrictEqual({ ...one, id: "" }, { ...other, id: "" });
}

/** @returns the rows with this one at their end, or as they are when they have it already, or no room */
export function withRow<Row extends Typed>(rows: Row[], row: Row, max: number): Row[] {
  const isThere = rows.some((one) => isSameRow(one, row));
  return isThere || rows.length >= max ? rows : [...rows, row];
}

/** @returns the rows with what was typed of one of them; as they are when it is gone */
export function withChangedRow<Row extends Typed>(rows: Row[], row: Row): Row[] {
  return rows.map((one) => (one.id === row.id ? row : one));
}
