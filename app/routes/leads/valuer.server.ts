import { findValuer, type Valuer } from "#app/domain/leads/valuers.server.ts";
import { errorTexts } from "#app/http/errors.ts";
import { clientIp, takeToken } from "#app/http/limits.server.ts";
import { report } from "#app/http/report.server.ts";
import { memo } from "#app/http/request-context.server.ts";
import { db } from "#db/connection.ts";

/** Who opens these pages is known by nothing but an address in the path (AMB-G06): nobody may try many. */

const LOAD_FAILURE = "Failed to load valuer information. Please check the email address.";

const LIMIT = { limit: 20, seconds: 60 * 60 };

/** A valuer, or why there is none to show. */
export type Lookup =
  | { valuer: Valuer }
  | { valuer: null; status: number; problem: string; retryAfterSeconds?: number };

/** Takes one of the 20 turns that a network address has in an hour, for a lookup or for sending leads. */
export function takeTurn(request: Request) {
  return takeToken(db, { key: `leads:${clientIp(request)}`, ...LIMIT });
}

/**
 * Looks a valuer up, once a request (G-059, G-062).
 *
 * @param email from the path, decoded
 * @param counted false for who comes with a form of this page, which has been counted when it was shown
 */
export function lookUp(
  request: Request,
  email: string,
  { counted }: { counted: boolean },
): Promise<Lookup> {
  return memo(`valuer ${email}`, async () => {
    try {
      const turn = counted ? await takeTurn(request) : null;
      if (turn?.ok === false) return tooMany(turn.retryAfterSeconds);
      const valuer = await findValuer(db, email);
      return valuer ? { valuer } : { valuer, status: 404, problem: LOAD_FAILURE };
    } catch (error) {
      report(error, { what: "loading a valuer" });
      return { valuer: null, status: 500, problem: LOAD_FAILURE };
    }
  });
}

function tooMany(retryAfterSeconds: number): Lookup {
  return { valuer: null, status: 429, problem: errorTexts["too-many"], retryAfterSeconds };
}
