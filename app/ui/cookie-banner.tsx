import { Form, Link, useLocation } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Button } from "./button.tsx";

/** Asks once whether optional cookies may be set; two equal buttons, and nothing is blocked meanwhile (AMB-H04). */
export function CookieBanner() {
  const { pathname, search } = useLocation();
  return (
    <section className="cookie-banner" aria-label="Cookies">
      <Form method="post" action={paths.cookieChoice()} className="wrap" reloadDocument>
        <p>
          Our own cookies keep you signed in. May Google's bot check on the sign-in pages, and
          HubSpot's form for estate agents, set their own too?{" "}
          <Link to={paths.legal.cookies()}>About cookies</Link>
        </p>
        <input type="hidden" name="from" value={pathname + search} />
        <p className="cluster">
          <Button kind="secondary" type="submit" name="choice" value="all" size="small">
            Allow
          </Button>
          <Button kind="secondary" type="submit" name="choice" value="necessary" size="small">
            Only what is needed
          </Button>
        </p>
      </Form>
    </section>
  );
}
