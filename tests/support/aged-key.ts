import { newIdempotencyKey } from "#app/forms/form-key.server.ts";

/** The key of a page that was opened a while ago: a person takes longer than three seconds. */
export function agedKey(form: string, ms = 10_000): string {
  const { now } = Date;
  const then = now() - ms;
  Date.now = () => then;
  try {
    return newIdempotencyKey(form);
  } finally {
    Date.now = now;
  }
}
