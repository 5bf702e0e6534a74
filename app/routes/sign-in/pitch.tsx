import type { Role } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { ExampleQuote } from "#app/ui/example-quote.tsx";

type PitchContent = {
  benefits: readonly [string, string];
  /** Invented, and labelled "Example" where they are shown; never in production (AMB-B17). */
  examples: readonly { quote: string; by: string }[];
};

/** Two headline benefits (B-035 to B-038) and two quotes for each role. */
export const PITCHES: Record<Role, PitchContent> = {
  sell: {
    benefits: ["Sell 80% faster than the market", "Sell without fear of fall throughs"],
    examples: [
      {
        quote:
          "The searches were done before we had a buyer, so there was nothing left to wait for.",
        by: "A seller in York",
      },
      {
        quote: "I filled it in on my phone on the train, and picked it up again at home.",
        by: "A seller in Cardiff",
      },
    ],
  },
  buy: {
    benefits: [
      "Free legals and searches worth £2,500+",
      "Buy with confidence with award-winning solicitors",
    ],
    examples: [
      {
        quote: "Everything about the house was there on day one, and someone explained it to us.",
        by: "A buyer in Leeds",
      },
      {
        quote: "We always knew whose turn it was. Mostly it was not ours.",
        by: "A buyer in Bristol",
      },
    ],
  },
};

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
