import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { setBrowserId } from "#app/auth/browser-id.server.ts";
import { FirmSignInForm } from "#app/auth/forms.server.ts";
import { readFirm, requireFirmPlace } from "#app/auth/guards.server.ts";
import { requestFirmLink } from "#app/auth/request-firm-link.server.ts";
import { readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { paths } from "#app/paths.ts";
import { CookieBanner } from "#app/ui/cookie-banner.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { EmailField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page, QuestionPage, SupportContact, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { BotFields } from "../sign-in/bot-fields.tsx";
import { respondToLinkForm } from "../sign-in/respond-to-link-request.server.ts";
import { readBotFields } from "../sign-in/visitor-page.server.ts";
import { privateHeaders } from "./headers.ts";

const TITLE = "Open your firm’s page";
const SENT = "Check your email";
const EXPIRED = "That link no longer works";

export const handle: PageHandle = {
  title: titleFromData(TITLE),
  part: fromData("part"),
  robots: "noindex, nofollow",
};

export const headers = privateHeaders;

const TEXTS = {
  failed: "We couldn’t send the email. Try again later.",
  tooMany: errorTexts["too-many"],
};

/**
 * Asks for an email address. The page is the same for every matter and for an address that has
 * none, so that it reveals nothing.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const place = requireFirmPlace(params);
  const { side, transaction_id } = place;
  if (await readFirm(request, place)) throw redirect(paths.firm.page(side, transaction_id));
  const { searchParams } = new URL(request.url);
  const sent = searchParams.get("sent") === "true";
  const expired = searchParams.get("expired") === "true";
  const setCookie = await setBrowserId(request);
  return data(
    {
      title: sent ? SENT : expired ? EXPIRED : TITLE,
      part: sent ? "opening your page" : "",
      here: paths.firm.signIn(side, transaction_id),
      sent,
      expired,
      isEmailPaused: sent && (await readRestoration(db)) !== null,
      formKey: newIdempotencyKey("firm-sign-in"),
      ...(await readBotFields(request)),
    },
    setCookie ? { headers: { "Set-Cookie": setCookie } } : undefined,
  );
}

export async function action({ request, params }: ActionFunctionArgs) {
  const place = requireFirmPlace(params);
  return respondToLinkForm(request, {
    form: "firm-sign-in",
    page: paths.firm.signIn(place.side, place.transaction_id),
    texts: TEXTS,
    schema: FirmSignInForm,
    ask: ({ email }, { formKey, proven }) =>
      requestFirmLink(db, request, { place, email, formKey, proven }),
  });
}

export default function FirmSignIn() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ email: string }>({
    id: "firm-sign-in",
    lastResult: result?.lastResult,
  });
  if (page.sent) return <Sent here={page.here} isEmailPaused={page.isEmailPaused} />;
  return (
    <>
      {page.askAboutCookies ? <CookieBanner /> : null}
      <QuestionPage
        title={page.title}
        lead={
          page.expired
            ? `Each link works once, within ${LINK_MINUTES} minutes. Enter your email address to get a new one.`
            : "This page is private to the law firm that acts. Enter your work email address and we’ll send you a link."
        }
        form={form}
        aside={
          <WhyWeAsk title="Who can open this page">
            Only people whose email addresses we have for the team that acts. To add a colleague,
            ask the case handler named in our letter.
          </WhyWeAsk>
        }
      >
        <AppForm form={form} formKey={result?.formKey ?? page.formKey}>
          <EmailField {...fieldProps(fields.email)} label="Work email address" />
          <BotFields recaptcha={page.recaptcha} action="firm_sign_in" />
          <SubmitButton>Email me a link</SubmitButton>
        </AppForm>
      </QuestionPage>
    </>
  );
}

function Sent({ here, isEmailPaused }: { here: string; isEmailPaused: boolean }) {
  return (
    <Page title={SENT} width="narrow">
      <div className="stack">
        {isEmailPaused ? (
          <Notification kind="warning" title="We can’t send emails right now">
            <p>We’re fixing a problem with our service. Please try again later.</p>
          </Notification>
        ) : (
          <>
            <p>
              If we have your email address for the team that acts, we’ve sent you a link. It should
              arrive within 5 minutes.
            </p>
            <p>You can use the link once, within {LINK_MINUTES} minutes.</p>
          </>
        )}
        <p>
          <a href={here}>Use another email address</a>
        </p>
        <SupportContact />
      </div>
    </Page>
  );
}
