import { byLabel, type Option } from "#app/domain/fields/options.ts";
import type { Db } from "#db/connection.ts";
import { lawyerGroupLabel, withPanel } from "./labels.ts";

/** Every lawyer group by its name, for a select (L-045); by its firm's too where several are called the same. */
export async function listSolicitorOptions(db: Db): Promise<Option[]> {
  const groups = await readGroups(db);
  const isAlone = (name: string) => groups.filter((group) => group.name === name).length === 1;
  return groups
    .map((group) => ({
      value: group.id,
      label: withPanel(
        isAlone(group.name) ? group.name : lawyerGroupLabel(group),
        group.panel_solicitor,
      ),
    }))
    .sort(byLabel);
}

/** Every lawyer group by its name and its firm's, to narrow a list by (J-004, J-005). */
export async function listLawyerGroupOptions(db: Db): Promise<Option[]> {
  const groups = await readGroups(db);
  return groups.map((group) => ({ value: group.id, label: lawyerGroupLabel(group) })).sort(byLabel);
}

function readGroups(db: Db) {
  return db
    .selectFrom("lawyer_groups")
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["lawyer_groups.id", "lawyer_groups.name", "lawyer_groups.panel_solicitor"])
    .select("law_firms.name as law_firm")
    .execute();
}
