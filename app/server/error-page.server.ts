import { data } from "@remix-run/node";
import { DomainError } from "#app/domain/errors.ts";

/**
 * Throws a DomainError as a response with its status and message, for the error boundary. Remix
 * would answer 500 and hide the message.
 */
export function asErrorPage(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw data({ message: error.message }, { status: error.status });
}
