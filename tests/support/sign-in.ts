import { startSession, type Onboarding } from "#app/auth/session.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import type { StaffRole } from "#app/domain/staff/roles.ts";
import type { Db } from "#db/connection.ts";
import { cookieOf } from "./cookies.ts";
import { readerId } from "./readers.ts";

export type Visitor = { id: ReaderId; email: string; cookie: string };

type Person = {
  email?: string;
  first_name?: string;
  last_name?: string;
  type?: "customer" | "admin";
  onboarding?: Onboarding;
  roles?: readonly StaffRole[];
};

/** Creates an active user with a session like the one that a magic link starts. */
export async function signIn(db: Db, person: Person = {}): Promise<Visitor> {
  const { onboarding = {}, type = "customer", roles = ["administrator"], ...names } = person;
  const user = await db
    .insertInto("users")
    .values({
      email: `${crypto.randomUUID()}@example.test`,
      first_name: "Sam",
      last_name: "Seller",
      phone_number: "+447400123456",
      active: true,
      type,
      ...names,
    })
    .returning(["id", "email"])
    .executeTakeFirstOrThrow();
  if (type === "admin") await giveRoles(db, user.id, roles);
  return {
    ...user,
    id: readerId(user.id),
    cookie: await readCookie(db, { id: user.id, type, onboarding }),
  };
}

export async function giveRoles(db: Db, user_id: string, roles: readonly StaffRole[]) {
  if (roles.length === 0) return;
  await db
    .insertInto("staff_roles")
    .values(roles.map((role) => ({ user_id, role })))
    .execute();
}

export async function readCookie(
  db: Db,
  { id, type = "customer", onboarding = {} }: Pick<Person, "type" | "onboarding"> & { id: string },
): Promise<string> {
  const setCookie = await startSession(db, {
    user: { id, type },
    before: null,
    onboarding,
    counted_invitations: [],
  });
  return cookieOf(setCookie);
}
