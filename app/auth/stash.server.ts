import { sql } from "kysely";
import { z } from "zod";
import { readCookieHash, signedCookie } from "#app/platform/cookies.server.ts";
import { env } from "#app/platform/env.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { clientIp, takeTurns } from "#app/limits/limits.server.ts";
import { pagePath } from "#app/platform/page-path.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import { isSignature, sign } from "#app/platform/signature.server.ts";
import type { Db } from "#db/connection.ts";
import { readLastUserId } from "./session.server.ts";

/**
 * A form that was sent when its session was gone, or without scripts for one step of an address, is stashed for an hour, for
 * the same person in the same browser: the row has whose it is, the browser has its id. The page of the form shows it
 * (`readStash`) until it is sent anew.
 */

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** More than any of our forms sends, and too little for a stranger to fill the table with. */
const MAX_CHARACTERS = 50_000;
/** Of one person: the newest replaces the oldest (SE-4). */
const MAX_STASHES = 5;
/** An office shares its network address. */
const STASHES_AN_HOUR = { person: 30, network: 120 };

/** Customers' pages that show what was stashed. Nothing is stashed for others. */
const PAGES =
  /^\/(?:sell|buy)\/(?:about-you|about-the-property(?:\/(?:sellers|buyers|giftors)\/[\w-]+)?)$/;

/** Form of staff, by its id, which is filled in with what was stashed of it. */
const NAMES_ITSELF = "form_id";

/** Not answers: keys, tokens, marks and what pressed the button. What Conform carries is not read at all. */
const NOT_STASHED = /^owner$|^intent$|key$|token|card/i;

const cookie = signedCookie("stash", HOUR);

const Fields = z.array(z.tuple([z.string(), z.string()]));

/**
 * Stashes what a request posted for the person whose session it was, as far as that can be known: by the session that has
 * expired, or by the mark that the form carries.
 *
 * @param path the page that was posted to
 * @returns the Set-Cookie header to send; null when nothing was stashed.
 */
export async function stashForm(db: Db, request: Request, path: string): Promise<string | null> {
  const isStaffs = pathOnly(path).startsWith("/admin/");
  if (!(isStaffs || PAGES.test(pathOnly(path))) || request.bodyUsed) return null;
  const form = await readForm(request.clone()).catch(() => null);
  if (!form || (isStaffs && !form.has(NAMES_ITSELF))) return null;
  const user_id = (await readLastUserId(db, request)) ?? readOwner(formText(form, "owner"));
  if (!user_id) return null;
  // A stranger may send the mark of an own form without end (SE-4).
  const { ok } = await takeTurns(db, [
    { key: `stash:${user_id}`, limit: STASHES_AN_HOUR.person, seconds: HOUR },
    { key: `stash-network:${clientIp(request)}`, limit: STASHES_AN_HOUR.network, seconds: HOUR },
  ]);
  return ok ? writeStash(db, { user_id, path, form }) : null;
}

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

/** A mark for the forms of a visitor's pages, which says for a day whose they are once the session is gone. */
export function markOwner(user_id: string, now = Date.now()): string {
  const made_at = now.toString(36);
  return `${user_id}.${made_at}.${sign("owner", user_id, made_at)}`;
}

function readOwner(mark: string): string | null {
  const [user_id = "", made_at = "", signature = ""] = mark.split(".");
  if (!isSignature(signature, "owner", user_id, made_at)) return null;
  return Date.now() - parseInt(made_at, 36) <= DAY * 1_000 ? user_id : null;
}

function pathOnly(url: string) {
  return pagePath(new URL(url, env.APP_URL).pathname);
}
