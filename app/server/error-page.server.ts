import { data } from "@remix-run/node";
import { DomainError } from "#app/domain/errors.ts";

/**
 * Throws a DomainError as a response with the error's status and message, so that the error
 * boundary shows them. If the DomainError were thrown, Remix would answer 500 and hide the message.
 */
export function asErrorPage(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw data({ message: error.message }, { status: error.status });
}
