import { AUTHOR_LABELS, eventLabel } from "#app/domain/events/labels.ts";
import { hoursAgo, londonDay } from "#app/domain/fields/dates.ts";
import { firstTwoNames } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { TYPE_LABELS } from "#app/domain/transactions/labels.ts";
import type { FeedMatter } from "#app/domain/transactions/list-feed.server.ts";
import { stageOf } from "#app/domain/transactions/stage.ts";

export type FeedCardView = ReturnType<typeof cardView>;

/** A matter as its card in the feed shows it (J-035 to J-044, J-055, J-056). */
export function cardView(matter: FeedMatter, now: Date) {
  const { type, purchase, event } = matter;
  return {
    id: matter.id,
    type,
    type_label: TYPE_LABELS[type],
    address: addressLine(matter.address),
    sellers: firstTwoNames(matter.sellers),
    purchase: purchase
      ? `Purchase intent: ${firstTwoNames(purchase.buyers)}`
      : "No purchase intent",
    stage: stageOf(matter, londonDay(now)).label,
    event: event
      ? `${AUTHOR_LABELS[event.type]} - ${eventLabel(event.event_name)}`
      : "No event found",
    created: `Created ${hoursAgo(matter.created_at, now)}`,
    progress: matter.progress,
  };
}
