import type { StaffRole } from "#app/domain/staff/roles.ts";
import type { Db } from "#db/connection.ts";
import { signIn } from "#tests/support/sign-in.ts";
import {
  renderConfirmation,
  renderFilledForm,
  type StaffForm,
  type StaffForms,
} from "./staff-form.ts";

const at = (id: string, part: string) => `/admin/staff/${id}/${part}`;

const aColleague = (db: Db, roles: readonly StaffRole[] = []) =>
  signIn(db, { type: "admin", first_name: "Bea", last_name: "Ng", roles });

const RACED_ROLES: readonly (readonly StaffRole[])[] = [
  ["handler", "lead"],
  ["handler", "finance"],
  ["handler", "read_only"],
  ["handler", "administrator"],
  ["lead", "finance"],
  ["lead", "read_only"],
];

const about = (
  part: string,
  writes: StaffForm["writes"],
  prepare: (db: Db, id: string) => Promise<unknown> = () => Promise.resolve(),
): StaffForm => ({
  writes,
  async arrange({ db, ada }) {
    const { id } = await aColleague(db);
    await prepare(db, id);
    return renderConfirmation(ada, at(id, part));
  },
});

export const colleagueForms: StaffForms = {
  "staff/add.tsx": {
    writes: [["staff_added", "user", ["first_name", "last_name", "email", "handler"]]],
    arrange({ ada }) {
      const email = `${crypto.randomUUID()}@fanlight.example`;
      return renderFilledForm(ada, "/admin/staff/add", "colleague", (racer) => ({
        first_name: `Bea ${racer}`,
        last_name: "Ng",
        email,
        handler: "on",
      }));
    },
  },
  "staff/roles.tsx": {
    writes: [["staff_roles_changed", "user", ["handler", "lead"]]],
    async arrange({ db, ada }) {
      const { id } = await aColleague(db);
      return renderFilledForm(ada, at(id, "roles"), "staff-roles", (racer) =>
        Object.fromEntries((RACED_ROLES[racer] ?? []).map((role) => [role, "on"])),
      );
    },
  },
  "staff/deactivate.tsx": {
    writes: [["staff_deactivated", "user", ["deactivated_at"]]],
    async arrange({ db, ada }) {
      const { id } = await aColleague(db);
      return renderFilledForm(ada, at(id, "deactivate"), "deactivate-staff", () => ({}));
    },
  },
  "workload/takes-new-matters.tsx": {
    writes: [["takes_new_matters_changed", "user", ["takes_new_matters"]]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      const { id } = await aColleague(db, ["handler"]);
      return renderConfirmation(ada, `/admin/workload/${id}/new-matters`);
    },
  },
  "workload/add-absence.tsx": {
    writes: [["absence_added", "user", ["starts_on", "ends_on", "stand_in_id"]]],
    async arrange({ db, ada }) {
      const { id } = await aColleague(db, ["handler"]);
      return renderFilledForm(ada, "/admin/days-away/add", "absence", (racer) => ({
        user_id: id,
        stand_in_id: ada.id,
        "starts_on.day": "1",
        "starts_on.month": "6",
        "starts_on.year": "2090",
        "ends_on.day": String(racer + 1),
        "ends_on.month": "6",
        "ends_on.year": "2090",
      }));
    },
  },
  "workload/remove-absence.tsx": {
    writes: [["absence_removed", "user", []]],
    raceOutcome: "either",
    lockedTable: "staff_absences",
    async arrange({ db, ada }) {
      const [one, other] = [await aColleague(db, ["handler"]), await aColleague(db, ["handler"])];
      const absence = await db
        .insertInto("staff_absences")
        .values({
          user_id: one.id,
          stand_in_id: other.id,
          starts_on: "2090-06-01",
          ends_on: "2090-06-02",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return renderConfirmation(ada, `/admin/days-away/${absence.id}/remove`);
    },
  },
  "staff/reactivate.tsx": about(
    "bring-back",
    [["staff_brought_back", "user", ["deactivated_at"]]],
    (db, id) =>
      db
        .updateTable("users")
        .set({ active: false, deactivated_at: new Date() })
        .where("id", "=", id)
        .execute(),
  ),
  "staff/reset-second-factor.tsx": about(
    "second-factor",
    [["second_factor_reset", "user", []]],
    (db, id) =>
      db.insertInto("totp_keys").values({ user_id: id, sealed_key: "x", last_step: 1 }).execute(),
  ),
  "staff/end-sessions.tsx": about("sessions/all", [["sessions_ended", "user", []]]),
  "staff/confirm-review.tsx": {
    writes: [["access_reviewed", "access_review", []]],
    arrange: ({ ada }) => renderConfirmation(ada, "/admin/staff/review/confirm"),
  },
};
