import type { ReactNode } from "react";

export type TimelineItem = {
  id: string;
  title: ReactNode;
  /** An ISO time, for machines. */
  at: string;
  /** The time as people read it. */
  atText: string;
  detail?: ReactNode;
};

/** What has happened, newest first. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className="timeline">
      {items.map(({ id, title, at, atText, detail }) => (
        <li key={id}>
          <h3>{title}</h3>
          <time dateTime={at}>{atText}</time>
          {detail ? <div>{detail}</div> : null}
        </li>
      ))}
    </ol>
  );
}
