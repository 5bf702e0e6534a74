import type { LucideIcon } from "lucide-react";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Gift from "lucide-react/icons/gift";
import ShieldCheck from "lucide-react/icons/shield-check";
import { ID_CHECKS_ORDERED } from "#app/domain/transactions/identity-check-timing.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CLAIMS } from "../claims.ts";
import { Drawing } from "./drawing.tsx";
import completion from "./drawings/completion.svg?url";
import signUp from "./drawings/sign-up.svg?url";
import solicitor from "./drawings/solicitor.svg?url";
import street from "./drawings/street.svg?url";

const BENEFITS: readonly { Icon: LucideIcon; claim: string; text: string }[] = [
  {
    Icon: CalendarClock,
    claim: CLAIMS.sooner,
    text: "Your solicitor, searches and forms can be ready before you accept an offer.",
  },
  {
    Icon: ShieldCheck,
    claim: CLAIMS.certain,
    text: "You can answer the questions about your home before you have a buyer. The search results can be in too. That way, your solicitor can find any problems before you accept an offer.",
  },
  {
    Icon: Gift,
    claim: CLAIMS.forBuyers,
    text: "Your buyer’s core legal fees and searches are paid from your sale proceeds on completion. Your buyer doesn’t pay for them.",
  },
];

/** Renders three cards with one claim each (G-008). */
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

const STEPS = [
  {
    title: "Sign up",
    drawing: signUp,
    text: "Tell us about you and your home in less than 5 minutes. There’s no password. We’ll email you a link whenever you want to sign in.",
  },
  {
    title: "Onboard with a solicitor",
    drawing: solicitor,
    text: `Choose a solicitor from our panel, or let us assign one. You can fill in your forms while you look for a buyer. We’ll order your ID check and the searches ${ID_CHECKS_ORDERED}, even if there is no buyer yet.`,
  },
  {
    title: "Exchange and complete",
    drawing: completion,
    text: "When you and your buyer exchange contracts, the sale becomes legally binding. On the completion date, you’re paid and you hand over the keys.",
  },
] as const;

/** Renders the section about how the service works (G-007). */
export function ThreeSteps() {
  return (
    <section className="part" aria-labelledby="steps">
      <div className="wrap">
        <div className="part-head">
          <h2 id="steps">Three steps to sold</h2>
        </div>
        <ol className="three-steps">
          {STEPS.map(({ title, drawing, text }) => (
            <li key={title}>
              <Drawing src={drawing} width={240} height={220} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className="start-now">
          <strong>{CLAIMS.startingNow}</strong>
          <ButtonLink to={paths.getStarted("sell")}>Start your sale</ButtonLink>
        </p>
      </div>
    </section>
  );
}

export function OrderOfWork() {
  return (
    <section className="part" data-tone="paper" aria-labelledby="order">
      <div className="wrap">
        <div className="part-head">
          <h2 id="order">The same legal work, started earlier</h2>
          <p className="page-lead">
            {CLAIMS.failing}. Your sale could fall through at any time between offer and exchange.
            With us, your solicitor, searches and forms can be ready before you have an offer.
          </p>
        </div>
        <div className="orders">
          <section className="order" aria-labelledby="usual-order">
            <h3 id="usual-order">The usual way</h3>
            <ol className="order-usual">
              <li data-kind="buyer">Find a buyer</li>
              <li>Solicitor</li>
              <li>Searches and forms</li>
              <li>Enquiries (questions)</li>
              <li data-kind="exchange">Exchange</li>
            </ol>
          </section>
          <section className="order" aria-labelledby="our-order">
            <h3 id="our-order">With us</h3>
            <ol className="order-ours">
              <li data-kind="buyer">Find a buyer</li>
              <li>
                <span className="vh">At the same time: </span>Solicitor, searches and forms
              </li>
              <li>Enquiries (questions)</li>
              <li data-kind="exchange">Exchange</li>
            </ol>
            <p className="order-saved">{CLAIMS.saved}</p>
          </section>
        </div>
        <p className="hint">This shows the order of the work. It isn’t to scale.</p>
      </div>
    </section>
  );
}

/** Renders the section about the people that the service is for (G-015 to G-018). */
export function EveryHome() {
  return (
    <section className="part every-home" data-tone="sand" aria-labelledby="every-home">
      <div className="wrap">
        <h2 id="every-home">Made for every seller, every situation and every home</h2>
        <ul className="ticks">
          <li>Whether or not you have found an estate agent</li>
          <li>Whether or not you found your next home</li>
          <li>Whether you have a house or flat</li>
        </ul>
      </div>
      <Drawing className="street" src={street} width={1200} height={340} />
    </section>
  );
}
