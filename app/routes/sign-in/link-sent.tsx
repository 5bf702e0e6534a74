import type { SubmissionResult } from "@conform-to/react";
import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import { BannerList } from "./banner-list.tsx";
import { BotFields } from "./bot-fields.tsx";
import type { VisitorPage } from "./visitor-page.server.ts";

export const LINK_SENT = "Check your email";

const AGAIN = { name: "intent", value: "again" };

/** Confirms that a link was sent, on both the sign-up and the sign-in page (B-028, B-054). */
export function LinkSent({
  page,
  result,
  change,
}: {
  page: Pick<VisitorPage, "banners" | "formKey" | "recaptcha" | "sentTo" | "isEmailPaused">;
  result: { lastResult: SubmissionResult; formKey: string } | undefined;
  change: string;
}) {
  // This form has its own id, so that the browser does not restore the previous form's errors.
  const [form] = useAppForm({ id: "link-sent", lastResult: result?.lastResult });
  return (
    <Page
      title={LINK_SENT}
      width="narrow"
      form={form}
      above={<BannerList page={page} />}
      lead={
        page.isEmailPaused
          ? undefined
          : "Success! We've emailed you a magic link to sign-in. It will arrive within 5 minutes."
      }
    >
      <focus-heading />
      <div className="stack">
        {page.isEmailPaused ? (
          <Notification kind="warning" title="We can’t send emails right now">
            <p>We’re fixing a problem with our service. Please try again later.</p>
          </Notification>
        ) : null}
        {page.sentTo && !page.isEmailPaused ? (
          <p>
            We sent it to <strong>{page.sentTo}</strong>. Wrong address?{" "}
            <a href={change}>Change it</a>
          </p>
        ) : null}
        {page.isEmailPaused ? null : (
          <p>
            You can use the link once, within {LINK_MINUTES} minutes. If you can’t find the email,
            check your junk or spam folder.
          </p>
        )}
        {page.sentTo ? (
          <AppForm form={form} formKey={result?.formKey ?? page.formKey} defaultSubmit={AGAIN}>
            <BotFields recaptcha={page.recaptcha} action="link_sent" />
            <SubmitButton kind="quiet" {...AGAIN}>
              Send email again
            </SubmitButton>
          </AppForm>
        ) : (
          <p>
            <a href={change}>Get another link</a>
          </p>
        )}
        <SupportContact />
      </div>
    </Page>
  );
}
