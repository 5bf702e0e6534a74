import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { EndingView } from "./ending-view.ts";

/** Renders a matter as it is before staff end it. */
export function MatterNow({ id, ending }: { id: string; ending: EndingView }) {
  return (
    <Card title="This matter now">
      <SummaryList rows={ending.now} layout="grid" />
      {ending.is_exchanged ? (
        <Notification kind="warning" title="Contracts have been exchanged">
          <p>The sale is legally binding. Speak to both solicitors before you end it.</p>
        </Notification>
      ) : null}
      {ending.has_buyer ? (
        <Notification kind="info" title="Has only the buyer withdrawn?">
          <p>
            <Link to={paths.admin.actions.take(id, "release-buyer")}>
              Release this buyer instead
            </Link>
            . The seller’s searches and contract pack stay ready for the next buyer.
          </p>
        </Notification>
      ) : null}
    </Card>
  );
}

/** Renders what is still open in a matter, and what the action does to it. */
export function StillOpenCard({ open }: { open: readonly { title: string; text: string }[] }) {
  return (
    <Card title="Still open">
      {open.length === 0 ? (
        <p className="hint">Nothing is open.</p>
      ) : (
        <ul className="still-open">
          {open.map(({ title, text }) => (
            <li key={title}>
              <b>{title}</b>
              <span className="hint">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
