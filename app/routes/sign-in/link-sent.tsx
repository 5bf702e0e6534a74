import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { HouseForm, SubmitButton, useHouseForm } from "#app/ui/forms/house-form.tsx";
import { Page, Stuck } from "#app/ui/page-layout.tsx";

export const LINK_SENT = "Check your email";

const AGAIN = { name: "intent", value: "again" };

/** The screen after a link was asked for, for sign-up and sign-in alike (B-028, B-054). */
export function LinkSent({
  lastResult,
  canSendAgain,
}: {
  lastResult: SubmissionResult | undefined;
  canSendAgain: boolean;
}) {
  // Not the form before it, whose earlier errors the browser would still know.
  const [form] = useHouseForm({ id: "link-sent", lastResult });
  return (
    <Page
      title={LINK_SENT}
      width="narrow"
      form={form}
      lead="Success! We've emailed you a magic link to sign-in. It will arrive within 5 minutes."
    >
      <div className="stack">
        <p>
          The link works once and for 30 minutes. If you cannot find the email, look in your junk
          folder.
        </p>
        {canSendAgain ? (
          <HouseForm form={form} defaultSubmit={AGAIN}>
            <SubmitButton kind="quiet" {...AGAIN}>
              Send email again
            </SubmitButton>
          </HouseForm>
        ) : (
          <p>
            <Link to={paths.signIn()}>Ask for another link</Link>
          </p>
        )}
        <Stuck />
      </div>
    </Page>
  );
}
