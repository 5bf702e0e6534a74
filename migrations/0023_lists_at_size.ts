import { sql, type Kysely } from "kysely";

/**
 * Indexes for lists that are narrowed twice: by an agent and the lawyers of a side, by a group in the order of the list.
 * At a million matters each takes a second or two to make, in which matters can be read and not changed.
 */
export async function up(db: Kysely<unknown>) {
  for (const side of ["seller", "buyer"]) {
    const lawyers = sql.id(`${side}_lawyer_group_id`);
    await sql`
      create index ${sql.id(`transactions_agent_${side}_lawyers`)}
        on transactions (estate_agent_id, ${lawyers}, created_at desc, id desc)
        where estate_agent_id is not null and ${lawyers} is not null`.execute(db);
  }
  await sql`drop index transactions_group`.execute(db);
  await sql`
    create index transactions_group on transactions (group_id, created_at desc, id desc)
      where group_id is not null`.execute(db);
}
