import { NotFoundError } from "#app/domain/errors.ts";

/** Said of an estate agent that is not there, also for what is no id (M-065). */
export function agentNotFound(): NotFoundError {
  return new NotFoundError("There was an error finding estate agent");
}

/** Said of one that was chosen for a matter and is not there. */
export function chosenAgentNotFound(): NotFoundError {
  return new NotFoundError("Estate agent not found");
}
