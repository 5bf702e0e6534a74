import { describe, expect, test } from "vitest";
import { inspectToken, issueToken } from "#app/auth/magic-links.server.ts";
import { listReviews, readAccess, recordReview } from "#app/domain/staff/access-reviews.server.ts";
import {
  addStaff,
  reactivateStaff,
  changeRoles,
  deactivateStaff,
  NewStaffForm,
  readRoles,
} from "#app/domain/staff/change-staff.server.ts";
import { listWhoMay, readStaffMember } from "#app/domain/staff/staff.server.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import { inTransaction } from "#db/connection.ts";
import { readSessionOf } from "#tests/auth/sessions.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

const actorOf = ({ id }: { id: string }) => ({ id, request_id: "" });
const NOTHING = {
  handler: false,
  lead: false,
  finance: false,
  read_only: false,
  administrator: false,
};

async function grantRoles(by: { id: string }, to: { id: string }, roles: Partial<typeof NOTHING>) {
  const opened = toVersion(await readRoles(db, to.id));
  await changeRoles(db, to.id, { ...NOTHING, ...roles }, { actor: actorOf(by), opened });
}

const deactivate = (by: { id: string }, id: string) =>
  inTransaction(db, (trx) => deactivateStaff(trx, { id, actor: actorOf(by) }));

const auditOf = (id: string) =>
  db
    .selectFrom("audit_log")
    .select(["action", "fields"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();

const emailsOf = (user_id: string) =>
  db.selectFrom("email_log").select("props").where("user_id", "=", user_id).execute();

async function twoAdministrators() {
  await emptyTables(db);
  const ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  const bob = await signIn(db, { type: "admin", first_name: "Bob", last_name: "Byron" });
  return { ada, bob };
}

describe("the roles of staff", () => {
  test("a staff role is stored with its date and the person who gave it, can be removed, and is emailed to its holder", async () => {
    const { ada, bob } = await twoAdministrators();
    await grantRoles(ada, bob, { handler: true, administrator: true });
    await grantRoles(ada, bob, { handler: true });
    expect(await readRoles(db, bob.id)).toEqual({ ...NOTHING, handler: true });
    const { roles } = await readStaffMember(db, bob.id);
    expect(roles).toMatchObject([{ role: "handler", given_by: "Ada Marsh" }]);
    expect(await auditOf(bob.id)).toEqual([
      { action: "staff_roles_changed", fields: ["handler"] },
      { action: "staff_roles_changed", fields: ["administrator"] },
    ]);
    expect(await emailsOf(bob.id)).toHaveLength(2);
    expect(await listWhoMay(db, "change_staff")).toEqual(["Ada Marsh"]);
    expect(await listWhoMay(db, "handle")).toEqual(["Ada Marsh", "Bob Byron"]);
  });

  test("the administrator role cannot be removed from the only administrator, who cannot be deactivated either", async () => {
    const { ada, bob } = await twoAdministrators();
    await grantRoles(ada, bob, { lead: true });
    await expect(grantRoles(ada, ada, { lead: true })).rejects.toThrow(
      "This is the only active administrator",
    );
    await expect(deactivate(ada, ada.id)).rejects.toThrow("This is the only active administrator");
    const eve = await inTransaction(db, (trx) =>
      addStaff(trx, newStaff("eve@firm.example", { administrator: true }), { actor: actorOf(ada) }),
    );
    await expect(grantRoles(ada, ada, {})).rejects.toThrow("This is the only active administrator");
    await db.updateTable("users").set({ active: true }).where("id", "=", eve).execute();
    await grantRoles(ada, ada, {});
    expect(await readRoles(db, ada.id)).toEqual(NOTHING);
  });

  test("one of two administrators who remove each other concurrently keeps the role", async () => {
    for (let round = 0; round < 3; round++) {
      const { ada, bob } = await twoAdministrators();
      const done = await Promise.allSettled([
        grantRoles(ada, bob, { lead: true }),
        round === 1 ? deactivate(bob, ada.id) : grantRoles(bob, ada, {}),
      ]);
      expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await listWhoMay(db, "change_staff")).toHaveLength(1);
    }
  });

  test("a person who is not a member of staff cannot be read or deactivated as one", async () => {
    const sam = await signIn(db);
    await expect(readRoles(db, sam.id)).rejects.toThrow("Staff member not found");
    await expect(deactivate(sam, sam.id)).rejects.toThrow("Staff member not found");
    await expect(readStaffMember(db, "x")).rejects.toThrow("Staff member not found");
  });
});

function newStaff(email: string, roles: Partial<typeof NOTHING>) {
  return NewStaffForm.parse({ first_name: "Eve", last_name: "Ng", email, ...roles });
}

describe("a member of staff", () => {
  test("a member of staff is added with roles and emailed, but not with the email of an existing account", async () => {
    const { ada } = await twoAdministrators();
    const add = () =>
      inTransaction(db, (trx) =>
        addStaff(trx, newStaff("eve@firm.example", { finance: true }), { actor: actorOf(ada) }),
      );
    const id = await add();
    expect(await readRoles(db, id)).toEqual({ ...NOTHING, finance: true });
    expect(await emailsOf(id)).toEqual([{ props: { user_id: id, change: "added" } }]);
    await expect(add()).rejects.toThrow("An account with this email already exists.");
    expect(await auditOf(id)).toEqual([
      { action: "staff_added", fields: ["first_name", "last_name", "email", "finance"] },
    ]);
  });

  test("a member of staff loses sessions and links when deactivated, and can be reactivated", async () => {
    const { ada, bob } = await twoAdministrators();
    const token = await issueToken(db, { user_id: bob.id, purpose: "sign_in" });
    await deactivate(ada, bob.id);
    expect(await readSessionOf(bob.cookie)).toBeNull();
    expect(await inspectToken(db, token)).toBeNull();
    await expect(deactivate(ada, bob.id)).rejects.toThrow("has already been deactivated");
    const back = () =>
      inTransaction(db, (trx) => reactivateStaff(trx, { id: bob.id, actor: actorOf(ada) }));
    await back();
    await expect(back()).rejects.toThrow("isn’t deactivated");
    const again = await issueToken(db, { user_id: bob.id, purpose: "sign_in" });
    expect(await inspectToken(db, again)).toMatchObject({ user_id: bob.id });
    expect((await auditOf(bob.id)).map(({ action }) => action)).toEqual([
      "staff_deactivated",
      "staff_brought_back",
    ]);
    expect(await emailsOf(bob.id)).toHaveLength(2);
  });
});

test("an access review stores the roles of everyone, and is rejected if the roles changed since the page opened", async () => {
  const { ada, bob } = await twoAdministrators();
  const { mark } = await readAccess(db);
  await grantRoles(ada, bob, { handler: true });
  const review = (confirmed: { mark: string }) =>
    inTransaction(db, (trx) => recordReview(trx, { actor: actorOf(ada), confirmed }));
  await expect(review({ mark })).rejects.toThrow("has changed since you opened this page");
  const now = { mark: (await readAccess(db)).mark };
  await review(now);
  await expect(review(now)).rejects.toThrow("The staff list or its last review has changed");
  expect(await listReviews(db)).toMatchObject([{ reviewer: "Ada Marsh" }]);
  const { staff } = await db.selectFrom("access_reviews").select("staff").executeTakeFirstOrThrow();
  expect(staff).toMatchObject([
    { name: "Ada Marsh", roles: [{ role: "administrator" }] },
    { name: "Bob Byron", roles: [{ role: "handler" }] },
  ]);
});
