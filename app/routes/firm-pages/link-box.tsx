import type { SubmissionResult } from "@conform-to/react";
import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { CookieBanner } from "#app/ui/cookie-banner.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { EmailField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page, QuestionPage, SupportContact, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { BotFields } from "../sign-in/bot-fields.tsx";

export const BOX_TITLES = { sent: "Check your email", expired: "That link no longer works" };

type LinkBoxPage = {
  title: string;
  here: string;
  sent: boolean;
  expired: boolean;
  isEmailPaused: boolean;
  formKey: string;
  askAboutCookies: boolean;
  recaptcha: Parameters<typeof BotFields>[0]["recaptcha"];
};

type LinkBoxWords = {
  /** Sentence about the firm or office that the page is private to. */
  lead: string;
  /** Sentences about the people who get in, and how to add a colleague. */
  who: string;
  /** Completes “If we have your email address”. */
  where: string;
};

/** Asks for a work email address, to which a sign-in link to a private page is sent. */
export function LinkBox({
  page,
  result,
  words,
}: {
  page: LinkBoxPage;
  result: { lastResult: SubmissionResult; formKey: string } | undefined;
  words: LinkBoxWords;
}) {
  const [form, fields] = useAppForm<{ email: string }>({
    id: "firm-sign-in",
    lastResult: result?.lastResult,
  });
  if (page.sent) return <Sent {...page} where={words.where} />;
  return (
    <>
      {page.askAboutCookies ? <CookieBanner /> : null}
      <QuestionPage
        title={page.title}
        lead={
          page.expired
            ? `Each link works once, within ${LINK_MINUTES} minutes. Enter your email address to get a new one.`
            : words.lead
        }
        form={form}
        aside={<WhyWeAsk title="Who can open this page">{words.who}</WhyWeAsk>}
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

function Sent({
  here,
  isEmailPaused,
  where,
}: Pick<LinkBoxPage, "here" | "isEmailPaused"> & Pick<LinkBoxWords, "where">) {
  return (
    <Page title={BOX_TITLES.sent} width="narrow">
      <div className="stack">
        {isEmailPaused ? (
          <Notification kind="warning" title="We can’t send emails right now">
            <p>We’re fixing a problem with our service. Please try again later.</p>
          </Notification>
        ) : (
          <>
            <p>
              If we have your email address {where}, we’ve sent you a link. It should arrive within
              5 minutes.
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
