import type { LucideIcon } from "lucide-react";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Gift from "lucide-react/icons/gift";
import ShieldCheck from "lucide-react/icons/shield-check";
import { CLAIMS } from "../claims.ts";

const BENEFITS: readonly { Icon: LucideIcon; claim: string; text: string }[] = [
  {
    Icon: CalendarClock,
    claim: CLAIMS.sooner,
    text: "The searches, the forms and your solicitor are ready on the day you accept an offer.",
  },
  {
    Icon: ShieldCheck,
    claim: CLAIMS.certain,
    text: "Your buyer sees the whole picture at the start, while questions are still easy to answer.",
  },
  {
    Icon: Gift,
    claim: CLAIMS.forBuyers,
    text: "Met from your sale proceeds on completion: a reason to choose your home over another.",
  },
];

/** Three cards, each with one claim (G-008). */
export function Benefits() {
  return (
    <section className="benefit-cards" aria-labelledby="benefits">
      <h2 id="benefits" className="vh">
        Why sell with us
      </h2>
      <ul className="wrap grid-3">
        {BENEFITS.map(({ Icon, claim, text }) => (
          <li key={claim} className="benefit-card">
            <Icon aria-hidden="true" />
            <h3>{claim}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
