import { data } from "@remix-run/node";
import { running, type Running } from "#mocks/running.ts";

/**
 * The doubles, where they run.
 *
 * @throws 404 everywhere else
 */
export function requireDoubles(): Running {
  const doubles = running();
  if (!doubles) throw data(null, { status: 404 });
  return doubles;
}
