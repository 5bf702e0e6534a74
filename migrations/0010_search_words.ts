import { sql, type Kysely } from "kysely";

/**
 * The words by which staff find a transaction or a user, one row each. The beginning of a word is found by walking a
 * B-tree, which stops after the first rows however many there are; triggers keep the words as their records change.
 */
export async function up(db: Kysely<unknown>) {
  // Small letters without accents and apostrophes; emails and phone numbers stay whole.
  await sql`
    create function search_terms(said text) returns text[] language sql immutable as $$
      select coalesce(array_agg(distinct left(term, 100) order by left(term, 100)), '{}')
      from (
        select trim(both '.-_' from term) as term
        from regexp_split_to_table(
          regexp_replace(normalize(lower(coalesce(said, '')), NFKD), '[\\u0300-\\u036f''’]', '', 'g'),
          '[^[:alnum:]@.+_-]+'
        ) as term
      ) as terms
      where term ~ '[[:alnum:]]'
    $$`.execute(db);

  await sql`
    create table search_words (
      kind text not null check (kind in ('transaction', 'user')),
      word text collate "C" not null,
      record_id object_id not null,
      primary key (kind, word, record_id)
    )`.execute(db);
  await sql`create index search_words_record on search_words (kind, record_id)`.execute(db);

  await sql`
    create view search_texts as
      select
        'transaction' as kind,
        transactions.id as record_id,
        concat_ws(' ',
          line_1, line_2, line_3, post_town, county, postcode, replace(postcode, ' ', ''),
          organisation_name, building_name, sub_building_name, building_number, street,
          seller.first_name, seller.middle_name, seller.last_name,
          (select string_agg(concat_ws(' ', first_name, middle_name, last_name), ' ')
            from parties where parties.transaction_id = transactions.id),
          (select string_agg(concat_ws(' ', buyer.first_name, buyer.middle_name, buyer.last_name), ' ')
            from purchase_intents join users as buyer on buyer.id = purchase_intents.buyer_id
            where purchase_intents.transaction_id = transactions.id),
          (select string_agg(concat_ws(' ', first_name, middle_name, last_name), ' ')
            from parties join purchase_intents on purchase_intents.id = parties.purchase_intent_id
            where purchase_intents.transaction_id = transactions.id and parties.kind = 'buyer')
        ) as said
      from transactions
      join properties on properties.id = transactions.property_id
      join addresses on addresses.id = properties.address_id
      join users as seller on seller.id = transactions.seller_id
      union all
      select
        'user',
        id,
        concat_ws(' ',
          first_name, middle_name, last_name, email, replace(email::text, '@', ' '), phone_number,
          case when phone_number like '+44%' then '0' || substr(phone_number, 4) end
        )
      from users`.execute(db);

  await sql`
    create function refresh_search_words(of_kind text, of_record object_id) returns void language plpgsql as $$
    declare terms text[] := (
      select search_terms(said) from search_texts where kind = of_kind and record_id = of_record
    );
    begin
      delete from search_words
      where kind = of_kind and record_id = of_record and word <> all (coalesce(terms, '{}'));
      insert into search_words
      select of_kind, term, of_record from unnest(terms) as term
      on conflict do nothing;
    end $$`.execute(db);

  await sql`
    create function search_transaction_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_search_words('transaction', coalesce(new.id, old.id));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transactions_search_words
    after insert or delete or update of seller_id, property_id on transactions
    for each row execute function search_transaction_changed()`.execute(db);

  await sql`
    create function search_property_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_search_words('transaction', id) from transactions where property_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger properties_search_words after update of address_id on properties
    for each row execute function search_property_changed()`.execute(db);

  await sql`
    create function search_address_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_search_words('transaction', transactions.id)
      from transactions join properties on properties.id = transactions.property_id
      where properties.address_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger addresses_search_words after update on addresses
    for each row execute function search_address_changed()`.execute(db);

  await sql`
    create function search_user_changed() returns trigger language plpgsql as $$
    declare of_user object_id := coalesce(new.id, old.id);
    begin
      perform refresh_search_words('user', of_user);
      if tg_op = 'UPDATE' then
        perform refresh_search_words('transaction', id) from (
          select id from transactions where seller_id = of_user
          union
          select transaction_id from purchase_intents where buyer_id = of_user
        ) as theirs;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_search_words
    after insert or delete or update of first_name, middle_name, last_name, email, phone_number on users
    for each row execute function search_user_changed()`.execute(db);

  await sql`
    create function search_party_changed() returns trigger language plpgsql as $$
    declare party parties := coalesce(new, old);
    begin
      perform refresh_search_words('transaction', coalesce(
        party.transaction_id,
        (select transaction_id from purchase_intents where id = party.purchase_intent_id)
      ));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger parties_search_words
    after insert or delete or update of first_name, middle_name, last_name on parties
    for each row execute function search_party_changed()`.execute(db);

  await sql`
    create function search_purchase_changed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform refresh_search_words('transaction', old.transaction_id); end if;
      if tg_op <> 'DELETE' then perform refresh_search_words('transaction', new.transaction_id); end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger purchase_intents_search_words
    after insert or delete or update of transaction_id, buyer_id on purchase_intents
    for each row execute function search_purchase_changed()`.execute(db);

  await sql`
    insert into search_words
    select kind, term, record_id from search_texts, unnest(search_terms(said)) as term`.execute(db);
}
