import { sql, type Kysely } from "kysely";

/**
 * A sale or purchase has its id from the start: the drafts that had none get one, and no two people have a draft under
 * the same id (AMB-A07).
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    update drafts set form = form || ':' || new_id(), data = coalesce(nullif(data, 'null'), '{}')
    where form in ('sell/about-the-property', 'buy/about-the-property')`.execute(db);
  await sql`
    create unique index drafts_of_matters on drafts (form)
    where form like 'sell/about-the-property:%' or form like 'buy/about-the-property:%'`.execute(
    db,
  );
}
