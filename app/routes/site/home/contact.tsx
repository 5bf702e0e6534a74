import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import { paths } from "#app/paths.ts";
import { CLAIMS } from "../claims.ts";
import { ContactForm } from "../contact-form.tsx";
import { Drawing } from "./drawing.tsx";
import postBox from "./drawings/post-box.svg?url";

/** Where "Get Started" leads (G-003, G-012). */
export function Contact(form: ComponentProps<typeof ContactForm>) {
  return (
    <section id="contact" className="part" data-tone="sand" aria-labelledby="contact-heading">
      <div className="wrap contact">
        <div className="part-head">
          <h2 id="contact-heading">Tell us about your move</h2>
          <p className="page-lead">
            Ask us anything, or ask for a call. <strong>{CLAIMS.reply}</strong>, and you are not
            committed to anything.
          </p>
          <p>
            Ready already? <Link to={paths.getStarted("sell")}>Start your sale</Link> or{" "}
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
