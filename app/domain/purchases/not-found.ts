import { NotFoundError } from "#app/domain/errors.ts";

/** Said of a purchase that is not there, is not the asker's, or is of another matter: they must look alike (AMB-A10). */
export function purchaseNotFound(): NotFoundError {
  return new NotFoundError("Purchase intent not found");
}
