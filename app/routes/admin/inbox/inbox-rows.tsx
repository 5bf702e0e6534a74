import { Link } from "@remix-run/react";
import Clock from "lucide-react/icons/clock";
import { useId } from "react";
import { Badge } from "#app/ui/badge.tsx";
import type { InboxRowView } from "./inbox-row.ts";

/** Renders a part of the inbox: three lines for each conversation. */
export function InboxRows({
  heading,
  rows,
  current,
  empty,
}: {
  heading: string;
  rows: readonly InboxRowView[];
  /** Id of the conversation that is open next to the list. */
  current: string | undefined;
  empty: string;
}) {
  const id = useId();
  return (
    <section className="inbox-part" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {rows.length > 0 ? (
        <ul>
          {rows.map((row) => (
            <li key={row.id} id={`row-${row.id}`} className="inbox-row">
              <Row row={row} isOpen={row.id === current} />
            </li>
          ))}
        </ul>
      ) : (
        <p>{empty}</p>
      )}
    </section>
  );
}

function Row({ row, isOpen }: { row: InboxRowView; isOpen: boolean }) {
  const { href, person, number, matter, mark, words, waiting, day, is_back, new_messages } = row;
  return (
    <>
      <div className="inbox-row-head">
        <Link to={href} aria-current={isOpen ? "true" : undefined}>
          <bdi>{person}</bdi>
        </Link>
        {waiting?.tone ? (
          <Badge tone={waiting.tone}>
            <Clock aria-hidden="true" />
            <span>
              {waiting.text}
              <span className="vh"> late</span>
            </span>
          </Badge>
        ) : waiting ? (
          <span className="inbox-when">{waiting.text}</span>
        ) : null}
        {is_back ? <Badge tone="act">Snooze ended</Badge> : null}
        {day && !is_back ? <span className="inbox-when">{day}</span> : null}
      </div>
      <p className="inbox-line">
        {number ? <b>{number}</b> : null} {matter}
      </p>
      <p className="inbox-line">
        {mark ? <b data-tone={mark.tone}>{mark.text}</b> : null}{" "}
        {new_messages ? <b data-tone="act">{new_messages}</b> : null} <bdi>{words}</bdi>
      </p>
    </>
  );
}
