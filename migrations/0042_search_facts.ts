import { sql, type Kysely } from "kysely";

/**
 * What staff find a record by, fact by fact, so that a result can say which of them matched: besides what migration 0010
 * has, the emails and telephones of everybody in a matter, its title number and company, and law firms, lawyer groups,
 * estate agents and groups as records of their own. At a million matters the new words take some minutes to fill in.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table search_words drop constraint search_words_kind_check`.execute(db);
  await sql`
    alter table search_words add constraint search_words_kind_check
    check (kind in ('transaction', 'user', 'law_firm', 'lawyer_group', 'estate_agent', 'group'))`.execute(
    db,
  );
  await createViews(db);
  await followMatters(db);
  await followPartners(db);
  await sql`
    insert into search_words
    select distinct kind, term, record_id
    from search_facts, unnest(search_terms(concat_ws(' ', shown, also))) as term
    where kind not in ('transaction', 'user') or what not in ('address', 'name')
    on conflict do nothing`.execute(db);
}

/** `shown` is what a result shows of it, `also` what else it is found by. */
async function createViews(db: Kysely<unknown>) {
  await sql`
    create function national_number(phone text) returns text language sql immutable as $$
      select case when phone like '+44%' then '0' || substr(phone, 4) end
    $$`.execute(db);
  await sql`
    create view search_facts as
      select 'transaction' as kind, transactions.id as record_id, 'address' as what,
        concat_ws(' ', line_1, line_2, line_3, post_town, county, postcode) as shown,
        concat_ws(' ', replace(postcode, ' ', ''), organisation_name, building_name, sub_building_name,
          building_number, street) as also
      from transactions
      join properties on properties.id = transactions.property_id
      join addresses on addresses.id = properties.address_id
      union all
      select 'transaction', transactions.id, 'title_number', title_number, null
      from transactions join properties on properties.id = transactions.property_id
      where title_number is not null
      union all
      select 'transaction', transactions.id, 'company', name, company_number
      from transactions join companies on companies.id = transactions.company_seller_id
      union all
      select 'transaction', transactions.id, what, shown, also
      from transactions join users on users.id = transactions.seller_id,
        lateral (values
          ('seller', concat_ws(' ', first_name, middle_name, last_name), null),
          ('seller', email::text, replace(email::text, '@', ' ')),
          ('seller', phone_number, national_number(phone_number))) as facts (what, shown, also)
      union all
      select 'transaction', transaction_id, what, shown, also
      from parties,
        lateral (values
          (kind, concat_ws(' ', first_name, middle_name, last_name), null),
          (kind, email::text, replace(email::text, '@', ' ')),
          (kind, phone_number, national_number(phone_number))) as facts (what, shown, also)
      where transaction_id is not null
      union all
      select 'transaction', purchase_intents.transaction_id, what, shown, also
      from purchase_intents join users on users.id = purchase_intents.buyer_id,
        lateral (values
          ('buyer', concat_ws(' ', first_name, middle_name, last_name), null),
          ('buyer', email::text, replace(email::text, '@', ' ')),
          ('buyer', phone_number, national_number(phone_number))) as facts (what, shown, also)
      union all
      select 'transaction', purchase_intents.transaction_id, what, shown, also
      from purchase_intents join parties on parties.purchase_intent_id = purchase_intents.id,
        lateral (values
          (parties.kind, concat_ws(' ', first_name, middle_name, last_name), null),
          (parties.kind, email::text, replace(email::text, '@', ' ')),
          (parties.kind, phone_number, national_number(phone_number))) as facts (what, shown, also)
      union all
      select 'user', id, what, shown, also
      from users,
        lateral (values
          ('name', concat_ws(' ', first_name, middle_name, last_name), null),
          ('email', email::text, replace(email::text, '@', ' ')),
          ('phone', phone_number, national_number(phone_number))) as facts (what, shown, also)
      union all
      select 'law_firm', id, what, shown, also
      from law_firms,
        lateral (values
          ('name', name, null),
          ('email', email::text, replace(email::text, '@', ' ')),
          ('phone', phone_number, national_number(phone_number))) as facts (what, shown, also)
      union all
      select 'lawyer_group', lawyer_groups.id, 'name', lawyer_groups.name, law_firms.name
      from lawyer_groups join law_firms on law_firms.id = lawyer_groups.law_firm_id
      union all
      select 'estate_agent', estate_agents.id, what, shown, also
      from estate_agents left join brands on brands.id = estate_agents.brand_id,
        lateral (values
          ('name', office_name, brand_name),
          ('phone', office_phone_number, national_number(office_phone_number))) as facts (what, shown, also)
      union all
      select 'group', id, 'name', name, null from transaction_groups`.execute(db);
  await sql`
    create or replace view search_texts as
      select kind, record_id, string_agg(concat_ws(' ', shown, also), ' ') as said
      from search_facts group by kind, record_id`.execute(db);
}

async function followMatters(db: Kysely<unknown>) {
  await sql`drop trigger parties_search_words on parties`.execute(db);
  await sql`
    create trigger parties_search_words
    after insert or delete
      or update of kind, first_name, middle_name, last_name, email, phone_number on parties
    for each row execute function search_party_changed()`.execute(db);
  await sql`drop trigger properties_search_words on properties`.execute(db);
  await sql`
    create trigger properties_search_words after update of address_id, title_number on properties
    for each row execute function search_property_changed()`.execute(db);
  await sql`drop trigger transactions_search_words on transactions`.execute(db);
  await sql`
    create trigger transactions_search_words
    after insert or delete or update of seller_id, property_id, company_seller_id on transactions
    for each row execute function search_transaction_changed()`.execute(db);
  await sql`create index transactions_company on transactions (company_seller_id)`.execute(db);
  await sql`
    create function search_company_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_search_words('transaction', id)
      from transactions where company_seller_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger companies_search_words after update of name, company_number on companies
    for each row execute function search_company_changed()`.execute(db);
}

/** Who works on matters is found by itself: of thousands of matters each would have the firm's words. */
async function followPartners(db: Kysely<unknown>) {
  await sql`
    create function search_partner_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_search_words(tg_argv[0], coalesce(new.id, old.id));
      return null;
    end $$`.execute(db);
  for (const [table, kind, columns] of [
    ["law_firms", "law_firm", "name, email, phone_number"],
    ["lawyer_groups", "lawyer_group", "name, law_firm_id"],
    ["estate_agents", "estate_agent", "brand_id, office_name, office_phone_number"],
    ["transaction_groups", "group", "name"],
  ] as const) {
    await sql`
      create trigger ${sql.id(`${table}_search_words`)}
      after insert or delete or update of ${sql.raw(columns)} on ${sql.table(table)}
      for each row execute function search_partner_changed(${sql.lit(kind)})`.execute(db);
  }
  await sql`
    create function search_firm_renamed() returns trigger language plpgsql as $$
    begin
      perform refresh_search_words('lawyer_group', id) from lawyer_groups where law_firm_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger law_firms_groups_search_words after update of name on law_firms
    for each row execute function search_firm_renamed()`.execute(db);
  await sql`
    create function search_brand_renamed() returns trigger language plpgsql as $$
    begin
      perform refresh_search_words('estate_agent', id) from estate_agents where brand_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger brands_search_words after update of brand_name on brands
    for each row execute function search_brand_renamed()`.execute(db);
}
