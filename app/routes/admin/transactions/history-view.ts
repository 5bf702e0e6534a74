import { adminMoment } from "#app/domain/fields/dates.ts";
import { fullName } from "#app/domain/people/person.ts";
import { ACTOR_LABELS, actionLabel, fieldLabel } from "#app/domain/transactions/labels.ts";
import type { HistoryEntry } from "#app/domain/transactions/list-history.server.ts";

export type HistoryRow = ReturnType<typeof historyRow>;

/** A row of the history: texts, with London's time. */
export function historyRow(entry: HistoryEntry) {
  const { id, at, actor_kind, action, fields, purchase_number, first_name, last_name } = entry;
  const what = actionLabel(action);
  return {
    id,
    at: adminMoment(at),
    who:
      first_name === null || last_name === null
        ? ACTOR_LABELS[actor_kind]
        : fullName({ first_name, middle_name: entry.middle_name, last_name }),
    what: purchase_number === null ? what : `${what}: Purchase Intent ${purchase_number}`,
    fields: fields.map(fieldLabel).join(", ") || null,
  };
}
