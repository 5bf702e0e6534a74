import { sql } from "kysely";
import { z } from "zod";
import { readCookieHash, signedCookie } from "#app/platform/cookies.server.ts";
import { env } from "#app/platform/env.server.ts";
import { pagePath } from "#app/platform/page-path.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * A form that was sent without scripts for one step of an address is stashed for an hour, for the same person in the same
 * browser: the row has whose it is, the browser has its id. The page of the form shows it (`readStash`) until it is sent
 * anew.
 */

const HOUR = 60 * 60;
/** More than any of our forms sends, and too little for a stranger to fill the table with. */
const MAX_CHARACTERS = 50_000;
/** Of one person: the newest replaces the oldest (SE-4). */
const MAX_STASHES = 5;
/** Not answers: keys, tokens, marks and what pressed the button. What Conform carries is not read at all. */
const NOT_STASHED = /^owner$|^intent$|key$|token|card/i;

const cookie = signedCookie("stash", HOUR);

const Fields = z.array(z.tuple([z.string(), z.string()]));

type Stashed = { user_id: string; path: string; form: FormData };

/**
 * Stashes a form for its page, which shows it until it is sent anew.
 *
 * @returns the Set-Cookie header to send; null when nothing was stashed.
 */
export async function writeStash(db: Db, { user_id, path, form }: Stashed): Promise<string | null> {
  const fields = [...form].filter(
    ([name, value]) => typeof value === "string" && !NOT_STASHED.test(name),
  );
  const kept = JSON.stringify(fields);
  if (kept.length > MAX_CHARACTERS) return null;
  const id = randomId();
  const { numInsertedOrUpdatedRows: rows } = await db
    .insertInto("stashed_forms")
    .columns(["id_hash", "user_id", "path", "fields", "expires_at"])
    .expression((eb) =>
      // A mark outlives its user.
      eb
        .selectFrom("users")
        .where("id", "=", user_id)
        .where("active", "=", true)
        .select([
          sql.val(sha256(id)).as("id_hash"),
          "id as user_id",
          sql.val(pathOnly(path)).as("path"),
          sql<string>`${kept}::jsonb`.as("fields"),
          sql<Date>`now() + make_interval(secs => ${HOUR})`.as("expires_at"),
        ]),
    )
    .executeTakeFirstOrThrow();
  if (!rows) return null;
  const newest = db
    .selectFrom("stashed_forms")
    .select("id_hash")
    .where("user_id", "=", user_id)
    .orderBy("expires_at", "desc")
    .limit(MAX_STASHES);
  await db
    .deleteFrom("stashed_forms")
    .where("user_id", "=", user_id)
    .where("id_hash", "not in", newest)
    .execute();
  return cookie.serialize(id);
}

/**
 * What was sent to this page before its sender had to sign in again.
 *
 * @returns the fields as they were posted; null when there are none, or they are another person's.
 */
export async function readStash(
  db: Db,
  request: Request,
  user_id: string,
): Promise<FormData | null> {
  const id = await readCookieHash(request, cookie);
  if (!id) return null;
  const row = await db
    .selectFrom("stashed_forms")
    .select("fields")
    .where("id_hash", "=", id)
    .where("user_id", "=", user_id)
    .where("path", "=", pathOnly(request.url))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) return null;
  const form = new FormData();
  for (const [name, value] of Fields.parse(row.fields)) form.append(name, value);
  return form;
}

/** Forgets what was stashed for a page: its form has been sent anew. */
export async function forgetStash(db: Db, request: Request, user_id: string): Promise<void> {
  const id = await readCookieHash(request, cookie);
  if (!id) return;
  await db
    .deleteFrom("stashed_forms")
    .where("id_hash", "=", id)
    .where("user_id", "=", user_id)
    .where("path", "=", pathOnly(request.url))
    .execute();
}

function pathOnly(url: string) {
  return pagePath(new URL(url, env.APP_URL).pathname);
}
