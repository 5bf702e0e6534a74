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
