import { data } from "@remix-run/node";
import { DomainError } from "#app/domain/errors.ts";

/**
 * For loaders: `await getSale(db, id, seller.id).catch(asErrorPage)`. Remix answers a thrown Error with 500 and
 * hides its message; a refusal of the domain has a status and words of its own, which the nearest error boundary
 * finds as `error.status` and `error.data.message`.
 */
export function asErrorPage(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw data({ message: error.message }, { status: error.status });
}
