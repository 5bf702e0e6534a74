import { NotFoundError } from "#app/domain/errors.ts";

/** Said of an estate agent that is not there, also for what is no id (M-065). */
export function agentNotFound(): NotFoundError {
  return new NotFoundError("There was an error finding estate agent");
}
