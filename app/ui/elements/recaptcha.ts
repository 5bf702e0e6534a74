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

export async function loadRecaptcha(scriptUrl: string, siteKey: string): Promise<Recaptcha> {
  if (!window.grecaptcha) {
    await new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${scriptUrl}?render=${encodeURIComponent(siteKey)}`;
      script.onload = resolve;
      script.onerror = () => reject(new Error("reCAPTCHA's script has not come"));
      document.head.append(script);
    });
  }
  if (!window.grecaptcha) throw new Error("reCAPTCHA has not loaded");
  return window.grecaptcha;
}

/**
 * Requests a reCAPTCHA token. Rejects if Google is unreachable, or does not answer within ten
 * seconds (B-058).
 */
export function fetchToken(
  loaded: Promise<Recaptcha>,
  siteKey: string,
  action: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const slow = setTimeout(() => reject(new Error("reCAPTCHA is slow")), WAIT_MS);
    const execute = (recaptcha: Recaptcha) =>
      recaptcha.ready(() => {
        recaptcha
          .execute(siteKey, { action })
          .then(resolve, reject)
          .finally(() => clearTimeout(slow));
      });
    loaded.then(execute, reject);
  });
}
