/**
 * Records who has access to a database that is being restored. This information is newer in the
 * current database than in the backup, so a restore saves it next to the backups before it empties
 * the database.
 */

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { PoolClient } from "pg";
import { z } from "zod";
import { onClient } from "#db/pool.ts";

const Access = z.object({
  asked_at: z.string(),
  deactivated: z.array(z.string()),
  staff: z.array(z.string()),
  /**
   * Strings: "id role" for each role of a member of staff, and "id credential" for each passkey.
   * Older files lack both lists.
   */
  roles: z.array(z.string()).optional(),
  passkeys: z.array(z.string()).optional(),
  /**
   * Strings: "id time" for each authenticator app, with the time when it was added. The encrypted
   * key can't identify the app, because it changes with each use.
   */
  apps: z.array(z.string()).optional(),
});

const accessFile = (folder: string) => join(dirname(resolve(folder)), "access.json");

/**
 * Saves the ids of deactivated users and of staff, and the staff's roles and second factors, next
 * to the backups.
 */
export async function saveAccess(url: string, folder: string): Promise<void> {
  const answer = await onClient(url, async (client) => {
    const { rows: made } = await client.query<{ made: boolean }>(
      "select to_regclass('public.users') is not null as made",
    );
    if (!made[0]?.made) return null;
    const { rows } = await client.query<z.infer<typeof Access>>(`
      select to_json(now()) #>> '{}' as asked_at,
        coalesce(array_agg(id::text) filter (where deactivated_at is not null), '{}') as deactivated,
        coalesce(array_agg(id::text) filter (where type = 'admin' and deactivated_at is null), '{}') as staff
      from users having count(*) > 0`);
    const [people] = rows;
    return people && { ...people, ...(await readRoles(client)) };
  });
  if (answer) await writeFile(accessFile(folder), JSON.stringify(answer), { mode: 0o600 });
}

const APP = "user_id || ' ' || extract(epoch from created_at)";

async function readRoles(client: PoolClient) {
  if (!(await hasRoles(client))) return {};
  const { rows } = await client.query<{ roles: string[]; passkeys: string[]; apps: string[] }>(`
    select array(select user_id || ' ' || role from staff_roles) as roles,
      array(select user_id || ' ' || credential_id from passkeys) as passkeys,
      array(select ${APP} from totp_keys) as apps`);
  return rows[0];
}

/**
 * Returns true if the database has tables for staff's roles and second factors. An older database
 * or backup lacks them.
 */
async function hasRoles(client: PoolClient) {
  const { rows } = await client.query<{ made: boolean }>(
    "select to_regclass('public.recovery_codes') is not null as made",
  );
  return rows[0]?.made ?? false;
}

/**
 * Ends every session and voids every link in a restored database, because they may have been ended
 * or used after the backup. Removes all recovery codes. If the saved state is newer than the
 * backup, also deactivates the users who have since lost access, and removes the roles, passkeys
 * and apps that the saved state lacks.
 * @returns false if the saved state is missing, or older than the backup
 */
export async function restoreAccess(
  client: PoolClient,
  folder: string,
  backup: { made_at: string },
): Promise<boolean> {
  await client.query("delete from sessions");
  const knows_roles = await hasRoles(client);
  if (knows_roles) await client.query("delete from recovery_codes");
  await client.query("update magic_link_tokens set expires_at = now() where expires_at > now()");
  const access = await readAccess(folder);
  if (!access || new Date(access.asked_at) < new Date(backup.made_at)) return false;
  await client.query(
    `update users set active = false, deactivated_at = now()
     where deactivated_at is null
       and (id = any($1) or (type = 'admin' and not id = any($2)))`,
    [access.deactivated, access.staff],
  );
  if (!knows_roles) return true;
  const { roles, passkeys, apps } = access;
  if (roles) {
    await client.query("delete from staff_roles where user_id || ' ' || role <> all($1)", [roles]);
  }
  if (passkeys) {
    await client.query("delete from passkeys where user_id || ' ' || credential_id <> all($1)", [
      passkeys,
    ]);
  }
  if (apps) await client.query(`delete from totp_keys where ${APP} <> all($1)`, [apps]);
  return true;
}

async function readAccess(folder: string) {
  const text = await readFile(accessFile(folder), "utf8").catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, "code") === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : Access.parse(JSON.parse(text));
}
