import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Honeypot } from "#app/ui/forms/honeypot.tsx";

/**
 * What the bot check needs in a form: a field that people never see, and, where the visitor has allowed it and
 * scripts run, a reCAPTCHA token fetched when the form is sent. When reCAPTCHA cannot be reached the form is held
 * and the page says so (B-058).
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
      {recaptcha ? <RecaptchaToken {...recaptcha} action={action} /> : null}
    </>
  );
}

function RecaptchaToken({
  siteKey,
  scriptUrl,
  action,
}: {
  siteKey: string;
  scriptUrl: string;
  action: string;
}) {
  const token = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    if (window.grecaptcha) return;
    const script = document.createElement("script");
    script.src = `${scriptUrl}?render=${encodeURIComponent(siteKey)}`;
    document.head.append(script);
  }, [scriptUrl, siteKey]);

  useEffect(() => {
    const field = token.current;
    const form = field?.form;
    if (!form) return;
    const sayUnavailable = () => {
      const query = new URLSearchParams(window.location.search);
      query.set("networkError", "true");
      navigate({ search: query.toString() }, { preventScrollReset: true });
    };
    const hold = (event: SubmitEvent) => {
      if (field.value) return;
      event.preventDefault();
      event.stopPropagation();
      const { submitter } = event;
      const send = (value: string) => {
        field.value = value;
        form.requestSubmit(submitter);
        // It counts once: the next try needs another.
        field.value = "";
      };
      fetchToken(window.grecaptcha, siteKey, action).then(
        // Not before this event is over: until then the browser ignores requestSubmit.
        (value) => setTimeout(send, 0, value),
        sayUnavailable,
      );
    };
    // Before Remix hears of it: this form must not be sent without its token.
    form.addEventListener("submit", hold, { capture: true });
    return () => form.removeEventListener("submit", hold, { capture: true });
  }, [siteKey, action, navigate]);

  return <input ref={token} type="hidden" name="recaptcha_token" />;
}

type Recaptcha = {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
};

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

const WAIT_MS = 10_000;

/**
 * Asks reCAPTCHA's script for a token.
 *
 * @throws when the script has not come, cannot reach Google, or does not answer in ten seconds (B-058)
 */
export function fetchToken(
  recaptcha: Recaptcha | undefined,
  siteKey: string,
  action: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!recaptcha) {
      reject(new Error("reCAPTCHA is not there"));
      return;
    }
    const slow = setTimeout(() => reject(new Error("reCAPTCHA is slow")), WAIT_MS);
    recaptcha.ready(() => {
      recaptcha
        .execute(siteKey, { action })
        .then(resolve, reject)
        .finally(() => clearTimeout(slow));
    });
  });
}
