import { data } from "@remix-run/node";
import { running, type Running } from "#mocks/running-doubles.ts";

/** Returns the doubles; throws a 404 if they are not running. */
export function requireDoubles(): Running {
  const doubles = running();
  if (!doubles) throw data(null, { status: 404 });
  return doubles;
}
