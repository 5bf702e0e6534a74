import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { FoldingCard } from "#app/ui/folding-card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { EventRows } from "./event-rows.tsx";
import type { EventView } from "./view.ts";

/** What has happened lately, beside whichever tab is open; null when it could not be read. */
export function LatestEvents({ id, events }: { id: string; events: EventView[] | null }) {
  return (
    <FoldingCard title="Latest events">
      {events ? (
        <EventRows events={events} />
      ) : (
        <Notification kind="error" title="There was an error while fetching the latest events" />
      )}
      <p className="record-link">
        <Link to={paths.admin.transactionEvents(id, { events: "all" })}>All events</Link>
      </p>
    </FoldingCard>
  );
}
