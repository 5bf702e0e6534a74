import type { ListedItem } from "#app/domain/desk/desk-lists.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminTime, londonDay, shortDay } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { waitUrgency, workingDaysBetween } from "#app/domain/shared/working-days.ts";
import type { ListedMatter } from "#app/domain/desk/desk-place.server.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { itemWords } from "./item-words.ts";

export type ItemView = ReturnType<typeof itemView>;

/** Maps an item to its row. */
export function itemView(item: ListedItem, now: Date) {
  const today = londonDay(now);
  const since = new Date(item.since);
  return {
    id: item.id,
    waits: waitText(since, now),
    urgency: waitUrgency(workingDaysBetween(londonDay(since), today)),
    since: momentText(since, today),
    ...itemWords(item, today),
    matter: item.matter && matterView(item.matter),
    handler: item.handler,
    due: item.due_at && dueView(new Date(item.due_at), now),
  };
}

/** Maps the matter of a row to its link, address, and person. */
export function matterView({ id, number, address, side, person }: ListedMatter) {
  return {
    href: paths.admin.transaction(id),
    number: formatMatterNumber(number),
    address: addressLine({ line_1: address.line_1, line_2: address.line_2 }),
    full_address: addressLine(address),
    side,
    person,
  };
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** Returns how long an item has waited: minutes or hours on its first day, then working days. */
export function waitText(since: Date, now: Date): string {
  const [from, today] = [londonDay(since), londonDay(now)];
  if (from !== today) {
    const days = workingDaysBetween(from, today);
    return days === 0 ? "Less than 1 day" : pluralise(days, "day");
  }
  const minutes = Math.floor((now.getTime() - since.getTime()) / MINUTE_MS);
  if (minutes < 1) return "Less than 1 minute";
  return minutes < HOUR_MINUTES
    ? pluralise(minutes, "minute")
    : pluralise(Math.floor(minutes / HOUR_MINUTES), "hour");
}

/** Returns "Today, 08:31", "Fri 20 Nov, 14:02", or only the day for an item of a whole day. */
export function momentText(moment: Date, today: string): string {
  const day = londonDay(moment);
  const shown = day === today ? "Today" : shortDay(day, today);
  const time = adminTime(moment);
  return time === "00:00" ? shown : `${shown}, ${time}`;
}

function dueView(due: Date, now: Date) {
  const today = londonDay(now);
  const day = londonDay(due);
  const text = momentText(due, today);
  if (due < now) {
    const late = day === today ? `Was due at ${adminTime(due)}` : `Was due ${shortDay(day, today)}`;
    return { text: late, tone: "stop" as const };
  }
  return { text, tone: day === today ? ("act" as const) : null };
}
