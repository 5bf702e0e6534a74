import { type ReactNode, useId } from "react";

/** `next` is what the visitor has to do, `warm` is help beside the matter. */
export function Card({
  title,
  tone = "plain",
  level: Heading = "h2",
  badge,
  children,
}: {
  title?: ReactNode;
  tone?: "plain" | "next" | "warm";
  level?: "h2" | "h3" | "h4";
  badge?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card" data-tone={tone} aria-labelledby={title ? id : undefined}>
      {badge}
      {title ? <Heading id={id}>{title}</Heading> : null}
      {children}
    </section>
  );
}
