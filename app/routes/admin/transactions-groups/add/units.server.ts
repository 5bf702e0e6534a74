import { isDeepStrictEqual } from "node:util";
import { copyOfUnit } from "#app/domain/groups/copy-unit.ts";
import type { GroupDraft, TypedUnit } from "#app/domain/groups/group-draft.server.ts";
import { MAX_UNITS } from "#app/domain/groups/labels.ts";

/** The units of a draft, added and changed. A form that is sent twice does not add its unit twice. */

/** The same in everything that was typed. */
export function isSame(one: TypedUnit, other: TypedUnit): boolean {
  return isDeepStrictEqual({ ...one, id: "" }, { ...other, id: "" });
}

/** @returns the units with this one at their end, or as they are when they have it already, or no room */
export function withUnit(units: TypedUnit[], unit: TypedUnit): TypedUnit[] {
  const isThere = units.some((one) => isSame(one, unit));
  return isThere || units.length >= MAX_UNITS ? units : [...units, unit];
}

/** @returns the units with what was typed of one of them; as they are when it is gone */
export function withChanged(units: TypedUnit[], unit: TypedUnit): TypedUnit[] {
  return units.map((one) => (one.id === unit.id ? unit : one));
}

/**
 * A draft with a copy of one of its units (AMB-P07).
 *
 * @returns the draft, and the id of the copy: of the one that is there when it was made before, of the unit itself when
 *   it is gone or there is no room
 */
export function withCopy(draft: GroupDraft, id: string, copy_id: string) {
  const unit = draft.units.find((one) => one.id === id);
  if (!unit) return { draft, copy_id: id };
  const copy = copyOfUnit(unit, copy_id);
  const there = draft.units.find((one) => one.id !== id && isSame(one, copy));
  if (there || draft.units.length >= MAX_UNITS) return { draft, copy_id: there?.id ?? id };
  return { draft: { ...draft, units: [...draft.units, copy] }, copy_id };
}
