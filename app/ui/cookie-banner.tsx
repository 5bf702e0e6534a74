import { Form, Link, useLocation } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Button } from "./button.tsx";

/**
 * Asks the visitor once to allow the cookies of the bot check, with two buttons that look the same.
 * The banner does not block the page (AMB-H04).
 */
export function CookieBanner() {
  const { pathname, search } = useLocation();
  return (
    <section className="cookie-banner" aria-label="Cookies">
      <Form method="post" action={paths.cookieChoice()} className="wrap" reloadDocument>
        <p>
          We use necessary cookies to keep you signed in. We’d also like to use Google reCAPTCHA
          cookies on our sign-in pages to stop bots. Is that OK?{" "}
          <Link to={paths.legal.cookies()}>About cookies</Link>
        </p>
        <input type="hidden" name="from" value={pathname + search} />
        <p className="cluster button-row">
          <Button kind="secondary" type="submit" name="bot_check" value="yes" size="small">
            Allow
          </Button>
          <Button kind="secondary" type="submit" name="bot_check" value="no" size="small">
            Necessary cookies only
          </Button>
        </p>
      </Form>
    </section>
  );
}
