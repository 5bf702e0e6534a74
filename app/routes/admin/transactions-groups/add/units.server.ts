import { copyOfUnit } from "#app/domain/groups/copy-unit.ts";
import type { GroupDraft } from "#app/domain/groups/group-draft.server.ts";
import { MAX_UNITS } from "#app/domain/groups/labels.ts";
import { isSameRow } from "#app/forms/typed-rows.server.ts";

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
  const there = draft.units.find((one) => one.id !== id && isSameRow(one, copy));
  if (there || draft.units.length >= MAX_UNITS) return { draft, copy_id: there?.id ?? id };
  return { draft: { ...draft, units: [...draft.units, copy] }, copy_id };
}
