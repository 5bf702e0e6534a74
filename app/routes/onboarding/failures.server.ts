import { env } from "#app/env.server.ts";
import {
  asPlainText,
  contactSupport,
  GENERIC_ERROR,
  shownMessage,
  tryAgainOrContactSupport,
} from "#app/observability/errors.ts";

/** "{message}. Please try again or contact support at {email}" (C-018, C-077, C-095). */
export function tryAgainText(error: unknown): string {
  const message = shownMessage(error, GENERIC_ERROR);
  return asPlainText(tryAgainOrContactSupport(env.SUPPORT_EMAIL, message));
}

/** "{message}. Please contact support at {email}" (C-089). */
export function contactSupportText(error: unknown): string {
  return asPlainText(contactSupport(env.SUPPORT_EMAIL, shownMessage(error, GENERIC_ERROR)));
}
