import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { readCookieChoice } from "#app/server/cookie-choice.server.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { useSupportEmail } from "#app/ui/root-data.ts";

const TITLE = "Sign-up as a partner";

export const handle: PageHandle = {
  title: TITLE,
  description: `Estate agents: partner with ${PRODUCT_NAME}, and your sellers can start the legal work before you find a buyer.`,
};

/**
 * Returns the form only if the visitor has consented, because no part of HubSpot may load before
 * that (AMB-G09, AMB-H04).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const {
    HUBSPOT_PORTAL_ID: portalId,
    HUBSPOT_FORM_ID: formId,
    HUBSPOT_SCRIPT_URL: scriptUrl,
  } = env;
  const form = portalId && formId ? { portalId, formId, scriptUrl } : null;
  const allowed = (await readCookieChoice(request)).partner_form === true;
  return {
    form: allowed ? form : null,
    mayAllow: form !== null && !allowed,
    formPage: env.HUBSPOT_FORM_PAGE_URL ?? null,
  };
}

export default function PartnerSignUp() {
  const { form, mayAllow, formPage } = useLoaderData<typeof loader>();
  return (
    <QuestionPage
      title={TITLE}
      lead={`For estate agents in England and Wales. Your sellers can start the legal work with ${PRODUCT_NAME} while you look for a buyer.`}
      aside={
        <WhyWeAsk title="What your office gets">
          <div className="prose">
            <ul>
              <li>The legal work can start when you list a home, before you have a buyer.</li>
              <li>
                Each valuer gets their own page for sending us leads. They don’t need to sign in.
              </li>
              <li>
                Once a buyer is confirmed, we’ll email your valuer and negotiators at the same time
                as the solicitors.
              </li>
            </ul>
          </div>
        </WhyWeAsk>
      }
    >
      <div className="stack" data-gap="l">
        {form ? <HubSpotForm {...form} /> : null}
        {mayAllow ? <AskFirst /> : null}
        <OtherWays formPage={formPage} isOnly={!form && !mayAllow} />
      </div>
    </QuestionPage>
  );
}

/** Asks for consent if there is no JavaScript. After that, the same page contains the form. */
function AskFirst() {
  return (
    <Card title="May we load the form?">
      <p>
        The sign-up form is provided by HubSpot. It may set cookies, so we’ll only load it if you
        agree.
      </p>
      <p>
        This choice only covers this form.{" "}
        <Link to={`${paths.legal.cookies()}#enabling-disabling`}>
          About cookies, and how to change your mind
        </Link>
      </p>
      <Form method="post" action={paths.cookieChoice()} reloadDocument>
        <input type="hidden" name="from" value={paths.partnerSignUp()} />
        <Button type="submit" name="partner_form" value="yes">
          Allow cookies and show the form
        </Button>
      </Form>
    </Card>
  );
}

function OtherWays({ formPage, isOnly }: { formPage: string | null; isOnly: boolean }) {
  const email = useSupportEmail();
  return (
    <section className="stack" aria-labelledby="other-ways">
      <h2 id="other-ways">{isOnly ? "How to sign up" : "Other ways to sign up"}</h2>
      {formPage ? (
        <p>
          <a href={formPage}>Open the form on HubSpot’s own page</a>. You can use it there without
          allowing cookies here.
        </p>
      ) : null}
      {email ? (
        <p>
          Email us at <EmailLink email={email} /> with the name of your agency and your office, and
          we’ll sign you up.
        </p>
      ) : null}
    </section>
  );
}

function HubSpotForm({
  portalId,
  formId,
  scriptUrl,
}: {
  portalId: string;
  formId: string;
  scriptUrl: string;
}) {
  return (
    <hubspot-form data-script-url={scriptUrl} data-portal-id={portalId} data-form-id={formId}>
      <div id="partner-form" className="partner-form" />
      <noscript>
        <p>The form needs JavaScript, but it’s turned off in your browser.</p>
      </noscript>
      <p role="status" />
    </hubspot-form>
  );
}
