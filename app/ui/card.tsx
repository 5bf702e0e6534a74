import { type ReactNode, useId } from "react";

/** `next` is what the visitor has to do, `warm` is help beside the matter. */
export function Card({
  title,
  tone = "plain",
  level: Heading = "h2",
  badge,
  actions,
  children,
}: {
  title?: ReactNode;
  tone?: "plain" | "next" | "warm";
  level?: "h2" | "h3" | "h4";
  badge?: ReactNode;
  /** What can be done with all that it shows, or what it is of: at the end of its heading's line. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const heading = title ? <Heading id={id}>{title}</Heading> : null;
  return (
    <section className="card" data-tone={tone} aria-labelledby={title ? id : undefined}>
      {badge}
      {actions ? (
        <div className="card-head">
          {heading}
          <div className="card-actions">{actions}</div>
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}
