import { ExampleQuote } from "#app/ui/example-quote.tsx";

/** A row to be moved through by hand, by wheel or by keys; it never moves by itself (G-010, AMB-G02). */
export function Quotes({ quotes }: { quotes: readonly { quote: string; by: string }[] }) {
  if (quotes.length === 0) return null;
  return (
    <section className="part" aria-labelledby="quotes">
      <div className="wrap">
        <div className="part-head">
          <h2 id="quotes">In their words</h2>
        </div>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A box that scrolls must be reachable by keyboard. */}
      <div className="carousel" role="region" aria-label="All quotes" tabIndex={0}>
        <ul>
          {quotes.map(({ quote, by }) => (
            <li key={quote}>
              <ExampleQuote className="quote-card" quote={quote} by={by} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
