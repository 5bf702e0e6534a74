import { Honeypot } from "#app/ui/forms/honeypot.tsx";

/**
 * Renders a honeypot. If the visitor has accepted reCAPTCHA's cookies, also renders its token
 * (ui/elements/bot-token.ts).
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
