import { newIdempotencyKey } from "#app/forms/form-key.server.ts";

/** Returns the key of a form that was opened a while ago, so that the bot check accepts it. */
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
