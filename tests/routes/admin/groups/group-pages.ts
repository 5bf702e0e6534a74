import type { Db } from "#db/connection.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { flashIn } from "#tests/support/flash.ts";
import { insertGroup, newUnit } from "#tests/support/groups.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { postAction } from "../pages.ts";

/** Paths of a group’s pages, and functions that change its units directly in the database. */

export const page = (id: string, part = "") => `/admin/transactions-groups/${id}${part}`;
export const ops = (id: string) => page(id, "/ops");

export const failed = (description: string) => ({
  kind: "error",
  title: "Assignment Failed",
  description,
});

/** @param staff returns the member of staff who confirms. The tests create this account later. */
export function groupPages(db: Db, staff: () => Visitor) {
  return {
    aGroup: (name: string) =>
      insertGroup(db, { name, units: [newUnit(1), newUnit(2), newUnit(3)] }),

    async assignOne(unit: string) {
      const estate_agent_id = await insertAgent(db, { negotiators: [] });
      await db
        .updateTable("transactions")
        .set({ estate_agent_id, estate_agent_status: "assigned" })
        .where("id", "=", unit)
        .execute();
      return estate_agent_id;
    },

    async giveSolicitors(unit: string) {
      const group = await insertLawyerGroup(db, { name: "Before LLP" });
      await db
        .updateTable("transactions")
        .set({ seller_lawyer_group_id: group, buyer_lawyer_group_id: group })
        .where("id", "=", unit)
        .execute();
      return group;
    },

    async confirm(file: string, id: string, fields: Record<string, string>) {
      const answer = await postAction(
        `/admin/transactions-groups/${id}/ops/${file}`,
        staff(),
        fields,
      );
      return { location: answer.location, status: answer.status, flash: await flashIn(answer) };
    },
  };
}
