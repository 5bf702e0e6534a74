import { emailAddress } from "#app/domain/fields/names.server.ts";
import { findValuer, type Valuer } from "#app/domain/leads/leads.server.ts";
import { clientIp, returnTurns, type Limit, takeOneTurn } from "#app/limits/limits.server.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";

/** Who opens these pages is known by nothing but an address in the path (AMB-G06): no one may guess many. */

const LOAD_FAILURE = "Failed to load valuer information. Please check the email address.";

const AN_HOUR = { limit: 20, seconds: 60 * 60 };

const NOBODY: Lookup = { valuer: null, status: 404, problem: LOAD_FAILURE };

/** A valuer, or why there is none to show. */
export type Lookup =
  | { valuer: Valuer }
  | { valuer: null; status: number; problem: string; retryAfterSeconds?: number };

/**
 * How many forms of leads are taken in an hour: 20 of a valuer from one network address, 100 of a valuer, 100 from a
 * network address. A stranger who knows the valuer's address runs out long before the valuer does, and an office behind
 * one address does not.
 */
export function leadsLimits(request: Request, valuer: Valuer): Limit[] {
  const network = clientIp(request);
  return [
    { key: `leads:${valuer.id}:${network}`, ...AN_HOUR },
    { key: `leads:${valuer.id}`, ...AN_HOUR, limit: 100 },
    { key: `leads-network:${network}`, ...AN_HOUR, limit: 100 },
  ];
}

/**
 * Looks a valuer up, once a request (G-059, G-062). In an hour a network address may find no one 20 times, then it is
 * told nothing any more. Whom it finds does not count: a whole office may have one address.
 *
 * @param typed from the path, decoded
 * @param counted false for who comes with a form of this page, which has been counted when it was shown
 */
export function lookUp(
  request: Request,
  typed: string,
  { counted }: { counted: boolean },
): Promise<Lookup> {
  return memo(`valuer ${typed}`, async () => {
    const email = emailAddress().safeParse(typed).data;
    if (!email) return NOBODY;
    const key = `leads-lookup:${clientIp(request)}`;
    try {
      const turn = counted ? await takeOneTurn(db, { key, ...AN_HOUR }) : null;
      if (turn?.ok === false) return tooMany(turn.retryAfterSeconds);
      const valuer = await findValuer(db, email);
      if (!valuer) return NOBODY;
      if (turn) await returnTurns(db, turn.turns);
      return { valuer };
    } catch (error) {
      report(error, { what: "loading a valuer" });
      return { valuer: null, status: 500, problem: LOAD_FAILURE };
    }
  });
}

function tooMany(retryAfterSeconds: number): Lookup {
  return { valuer: null, status: 429, problem: errorTexts["too-many"], retryAfterSeconds };
}
