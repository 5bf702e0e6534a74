const TIMEOUT_MS = 20_000;

/**
 * Tells our site something, as a vendor's server does.
 *
 * @returns the status of the answer; 0 without one
 */
export function postWebhook(
  url: string,
  message: { headers: Record<string, string>; body: string },
): Promise<number> {
  const init = { method: "POST", ...message, signal: AbortSignal.timeout(TIMEOUT_MS) };
  return fetch(url, init).then(
    (response) => response.status,
    () => 0,
  );
}
