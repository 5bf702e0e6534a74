import { Honeypot } from "#app/ui/forms/honeypot.tsx";

/**
 * What the bot check needs in a form: a field that people never see, and, where the visitor has allowed it and
 * scripts run, a reCAPTCHA token fetched when the form is sent (ui/elements/bot-token.ts).
 */
export function BotFields({
  recaptcha,
  action,
}: {
  recaptcha: { siteKey: string; scriptUrl: string } | null;
  action: string;
}) {
  return (
    <>
      <Honeypot />
      {recaptcha ? (
        <bot-token
          data-site-key={recaptcha.siteKey}
          data-script-url={recaptcha.scriptUrl}
          data-action={action}
        >
          <input type="hidden" name="recaptcha_token" />
        </bot-token>
      ) : null}
    </>
  );
}
