import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CLAIMS } from "../claims.ts";
import { ContactForm } from "../contact-form.tsx";
import { Drawing } from "./drawing.tsx";
import postBox from "./drawings/post-box.svg?url";
import board from "./drawings/board.svg?url";

/** Renders the section that "Get Started" links to (G-003, G-012). */
export function Contact(form: ComponentProps<typeof ContactForm>) {
  return (
    <section id="contact" className="part" data-tone="sand" aria-labelledby="contact-heading">
      <div className="wrap contact">
        <div className="part-head">
          <h2 id="contact-heading">Tell us about your move</h2>
          <p className="page-lead">
            Ask us a question, or ask us to call you. <strong>{CLAIMS.reply}</strong>, and there’s
            no obligation.
          </p>
          <p>
            Ready to start? <Link to={paths.getStarted("sell")}>Start your sale</Link> or{" "}
            <Link to={paths.getStarted("buy")}>your purchase</Link>.
          </p>
          <Drawing src={postBox} width={360} height={320} />
        </div>
        <div className="card">
          <ContactForm {...form} />
        </div>
      </div>
    </section>
  );
}

/** Renders the section about working with estate agents (G-014). */
export function Partners() {
  return (
    <section className="part" aria-labelledby="partners">
      <div className="wrap">
        <div className="partner-banner">
          <div className="stack">
            <h2 id="partners">Are you an estate agent?</h2>
            <p className="partner-claim">{CLAIMS.agentsFaster}</p>
            <p>
              {CLAIMS.agentsFailing}. Bring us in when you win an instruction, so your seller can
              get ready before you find a buyer.
            </p>
            <p>
              <ButtonLink kind="amber" to={paths.partnerSignUp()}>
                Become a partner
              </ButtonLink>
            </p>
          </div>
          <Drawing src={board} width={320} height={300} />
        </div>
      </div>
    </section>
  );
}
