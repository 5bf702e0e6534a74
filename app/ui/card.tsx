import { type ReactNode, useId } from "react";

/** Renders a card. The tone `next` marks what the reader should do next, and `warm` marks help. */
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
