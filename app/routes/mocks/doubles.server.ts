import { data } from "@remix-run/node";
import { running, type Running } from "#mocks/running-doubles.ts";

/** Returns the test doubles; throws 404 if they do not run. */
export function requireDoubles(): Running {
  const doubles = running();
  if (!doubles) throw data(null, { status: 404 });
  return doubles;
}
