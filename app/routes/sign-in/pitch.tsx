import { Card } from "#app/ui/card.tsx";
import { ExampleQuote } from "#app/ui/example-quote.tsx";
import type { PitchContent } from "./pitch.ts";

/** Why to sign up, beside the form (B-033, B-034). */
export function Pitch({ pitch, showExamples }: { pitch: PitchContent; showExamples: boolean }) {
  return (
    <Card tone="warm">
      <h2 className="vh">Why people choose us</h2>
      <ul className="pitch-benefits">
        {pitch.benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {showExamples
        ? pitch.examples.map(({ quote, by }) => (
            <ExampleQuote key={by} className="pitch-quote" quote={quote} by={by} />
          ))
        : null}
    </Card>
  );
}
