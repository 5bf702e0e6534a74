import { byLabel, type Option } from "#app/domain/fields/options.ts";
import { isRetiredSql } from "#app/domain/solicitors/retirement.server.ts";
import type { Db } from "#db/connection.ts";
import { lawyerGroupLabel, withPanel, withRetired } from "./labels.ts";

/** Every lawyer group that can be chosen, by its name and its firm's (L-045). */
export async function listSolicitorOptions(db: Db): Promise<Option[]> {
  const groups = await readGroups(db).where(isRetiredSql(), "=", false).execute();
  return groups
    .map((group) => ({
      value: group.id,
      label: withPanel(lawyerGroupLabel(group), group.panel_solicitor),
    }))
    .sort(byLabel);
}

/** Every lawyer group by its name and its firm's, to narrow a list by: also who is retired (J-004, J-005). */
export async function listLawyerGroupOptions(db: Db): Promise<Option[]> {
  const groups = await readGroups(db).select(isRetiredSql().as("retired")).execute();
  return groups
    .map((group) => ({
      value: group.id,
      label: withRetired(lawyerGroupLabel(group), group.retired),
    }))
    .sort(byLabel);
}

function readGroups(db: Db) {
  return db
    .selectFrom("lawyer_groups")
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["lawyer_groups.id", "lawyer_groups.name", "lawyer_groups.panel_solicitor"])
    .select("law_firms.name as law_firm");
}
