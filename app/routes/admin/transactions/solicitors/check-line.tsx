import { type ReactNode, useId } from "react";

/** Shows which matter it is, or which group, before anybody is assigned to it: in one line (L-039 to L-043). */
export function CheckLine({
  title,
  facts,
}: {
  title: string;
  facts: readonly { term: string; description: ReactNode }[];
}) {
  const id = useId();
  return (
    <section className="check-line" aria-labelledby={id}>
      <h2 id={id} className="vh">
        {title}
      </h2>
      <dl>
        {facts.map(({ term, description }) => (
          <div key={term}>
            <dt>{term}</dt> <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
