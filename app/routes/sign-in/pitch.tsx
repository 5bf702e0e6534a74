import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
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
            <figure key={by} className="pitch-quote">
              <Badge>Example</Badge>
              <blockquote>
                <p>{quote}</p>
              </blockquote>
              <figcaption>{by}</figcaption>
            </figure>
          ))
        : null}
    </Card>
  );
}
