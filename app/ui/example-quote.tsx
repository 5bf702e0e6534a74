import { Badge } from "./badge.tsx";

export function ExampleQuote({
  className,
  quote,
  by,
}: {
  className: string;
  quote: string;
  by: string;
}) {
  return (
    <figure className={className}>
      <Badge>Example</Badge>
      <blockquote>
        <p>{quote}</p>
      </blockquote>
      <figcaption>{by}</figcaption>
    </figure>
  );
}
