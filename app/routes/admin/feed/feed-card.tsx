import { Link } from "@remix-run/react";
import Building from "lucide-react/icons/building-2";
import House from "lucide-react/icons/house";
import { paths } from "#app/paths.ts";
import { StatusStrip } from "../transactions/status-strip.tsx";
import type { FeedCardView } from "./card-view.ts";

/** A matter of the feed: a link to its record, and under it who, what last happened, and how far it is. */
export function FeedCard({ card }: { card: FeedCardView }) {
  const Icon = card.type === "resale" ? House : Building;
  return (
    <li id={`row-${card.id}`} className="feed-card">
      <Icon aria-hidden="true" data-icon={card.type} />
      <div>
        <h2>
          <Link to={paths.admin.transaction(card.id)}>{card.address}</Link>
        </h2>
        <p>
          {card.type_label}: {card.sellers}
        </p>
        <p>{card.purchase}</p>
      </div>
      <div>
        <p>{card.event}</p>
        <p>{card.stage}</p>
        <p>{card.created}</p>
      </div>
      <StatusStrip progress={card.progress} words />
    </li>
  );
}
