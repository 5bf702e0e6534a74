import { ConflictError, NotFoundError } from "#app/domain/errors.ts";

/** Said of a person who is not there. */
export function userNotFound(): NotFoundError {
  return new NotFoundError("User not found");
}

/**
 * Said of an email that another person signs in with (B-085).
 *
 * @param details.data the field of the form at which it is shown
 */
export function emailTakenError(details?: { data: { field: string } }): ConflictError {
  return new ConflictError("An account with this email already exists.", details);
}
