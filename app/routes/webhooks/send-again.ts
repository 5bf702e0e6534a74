const HOUR = "3600";

/** Tells a vendor to send it again: the database was restored from a backup, and may not know yet what it is about. */
export function sendAgain(): Response {
  return new Response("Not now. Please send it again.", {
    status: 503,
    headers: { "Retry-After": HOUR },
  });
}
