import { sql, type Kysely } from "kysely";

/** Properties, sales, purchases, the people in them, and what is paid. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table properties (
      id object_id primary key default new_id(),
      address_id object_id not null references addresses,
      tenure text not null check (tenure in ('Freehold', 'Leasehold', 'Share Of Freehold', 'Other')),
      tenure_details text,
      address_confirmed boolean not null default false,
      description text,
      title_number text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index properties_address on properties (address_id)`.execute(db);
  await sql`create trigger properties_touch before update on properties for each row execute function touch_updated_at()`.execute(
    db,
  );

  await sql`
    create table transaction_groups (
      id object_id primary key default new_id(),
      name citext not null unique check (length(name) >= 1),
      created_by object_id references users,
      version integer not null default 1,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table transactions (
      id object_id primary key default new_id(),
      type text not null default 'resale' check (type in ('resale', 'development')),
      property_id object_id not null references properties,
      seller_id object_id not null references users,
      customer_type text not null check (customer_type in ('individual_owner', 'representative')),
      company_seller_id object_id references companies,
      group_id object_id references transaction_groups,
      asking_price_pounds integer not null check (asking_price_pounds > 0),
      has_mortgage answer not null,
      onward_purchase answer not null,
      is_using_foreign_currency answer not null,
      requires_mortgage_referral answer not null,
      estate_agent_status text not null default 'pending'
        check (estate_agent_status in ('pending', 'assigned', 'not_listed', 'no_agent')),
      estate_agent_id object_id references estate_agents,
      terms_accepted_at timestamptz,
      terms_accepted_by object_id references users,
      terms_version text,
      seller_lawyer_group_id object_id references lawyer_groups,
      buyer_lawyer_group_id object_id references lawyer_groups,
      seller_comments text,
      buyer_comments text,
      legals_started_at timestamptz,
      tags text[] not null default '{}',
      schema_version integer not null default 1,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((estate_agent_status = 'assigned') = (estate_agent_id is not null)),
      check ((terms_accepted_at is null) = (terms_version is null)),
      check (type = 'development' or company_seller_id is null)
    )`.execute(db);
  await sql`create index transactions_newest on transactions (created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index transactions_seller on transactions (seller_id, created_at desc)`.execute(
    db,
  );
  await sql`create index transactions_property on transactions (property_id)`.execute(db);
  await sql`create index transactions_agent on transactions (estate_agent_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index transactions_seller_lawyers on transactions (seller_lawyer_group_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index transactions_buyer_lawyers on transactions (buyer_lawyer_group_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index transactions_group on transactions (group_id)`.execute(db);
  await sql`create trigger transactions_touch before update on transactions for each row execute function touch_updated_at()`.execute(
    db,
  );

  await sql`
    create table purchase_intents (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      property_id object_id not null references properties,
      buyer_id object_id not null references users,
      is_active boolean not null default false,
      agreed_price_pounds integer not null check (agreed_price_pounds > 0),
      ownership_type text not null check (ownership_type in ('Sole', 'Joint')),
      mortgage_required_for_purchase answer not null,
      mortgage_provider text,
      purchase_dependent_on_sale answer not null,
      first_time_buyer answer not null,
      is_using_foreign_currency answer not null,
      requires_mortgage_referral answer not null,
      gifts answer not null,
      savings_from_employment boolean not null default false,
      investment_portfolio boolean not null default false,
      remortgage boolean not null default false,
      inheritance boolean not null default false,
      divorce_settlement boolean not null default false,
      pension_lump_sum_withdrawal boolean not null default false,
      sale_of_shares boolean not null default false,
      directors_loans_dividends boolean not null default false,
      other_funding boolean not null default false,
      other_funding_comments text,
      terms_accepted_at timestamptz,
      terms_accepted_by object_id references users,
      terms_version text,
      sale_agreed date,
      exchanged date,
      completed date,
      aborted date,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((terms_accepted_at is null) = (terms_version is null)),
      check (not is_active or terms_accepted_at is not null),
      check (mortgage_provider is null or mortgage_required_for_purchase = 'yes')
    )`.execute(db);
  await sql`create unique index purchase_intents_one_active on purchase_intents (transaction_id) where is_active`.execute(
    db,
  );
  await sql`create index purchase_intents_transaction on purchase_intents (transaction_id, created_at)`.execute(
    db,
  );
  await sql`create index purchase_intents_buyer on purchase_intents (buyer_id, created_at desc)`.execute(
    db,
  );
  await sql`create index purchase_intents_property on purchase_intents (property_id)`.execute(db);
  await sql`create trigger purchase_intents_touch before update on purchase_intents for each row execute function touch_updated_at()`.execute(
    db,
  );

  // Additional sellers, additional buyers and giftors: people in a matter who are not users.
  await sql`
    create table parties (
      id object_id primary key default new_id(),
      kind text not null check (kind in ('seller', 'buyer', 'giftor')),
      transaction_id object_id references transactions on delete cascade,
      purchase_intent_id object_id references purchase_intents on delete cascade,
      position integer not null default 0,
      first_name text not null check (length(first_name) between 2 and 255),
      middle_name text,
      last_name text not null check (length(last_name) between 2 and 255),
      email citext not null,
      phone_number text not null,
      correspondence_address_id object_id references addresses,
      amount_pounds integer check (amount_pounds > 4),
      relationship text check (relationship in ('Parent', 'Other Family', 'Other')),
      created_at timestamptz not null default now(),
      check ((kind = 'seller') = (transaction_id is not null)),
      check ((kind <> 'seller') = (purchase_intent_id is not null)),
      check ((kind = 'giftor') = (amount_pounds is not null)),
      check ((kind = 'giftor') = (relationship is not null))
    )`.execute(db);
  await sql`create index parties_transaction on parties (transaction_id, position)`.execute(db);
  await sql`create index parties_purchase_intent on parties (purchase_intent_id, kind, position)`.execute(
    db,
  );

  // The catalogue: what is sold, and whether it is charged when a seller registers.
  await sql`
    create table products (
      code text primary key,
      name text not null,
      price_pence integer not null check (price_pence >= 0),
      charged_at_registration boolean not null default false,
      position integer not null default 0
    )`.execute(db);
  await sql`
    insert into products (code, name, price_pence, charged_at_registration, position) values
      ('service_fee', 'Service fee', 24000, true, 1),
      ('search_pack', 'Search pack', 48000, false, 2)`.execute(db);

  await sql`
    create table orders (
      id object_id primary key default new_id(),
      transaction_id object_id not null unique references transactions,
      payment_type text not null check (payment_type in ('stripe_direct', 'invoice')),
      code citext references referral_codes,
      total_amount_pence integer not null check (total_amount_pence >= 0),
      stripe_customer_id text,
      stripe_transaction_id text unique,
      stripe_transaction_status text,
      stripe_checkout_session_id text unique,
      paid_at timestamptz,
      review text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (paid_at is null or stripe_transaction_status is not distinct from 'succeeded'),
      check (code is null or payment_type = 'invoice')
    )`.execute(db);
  await sql`create trigger orders_touch before update on orders for each row execute function touch_updated_at()`.execute(
    db,
  );

  await sql`
    create table order_items (
      id object_id primary key default new_id(),
      order_id object_id not null references orders on delete cascade,
      position integer not null default 0,
      product_name text not null,
      product_price_pence integer not null check (product_price_pence >= 0)
    )`.execute(db);
  await sql`create index order_items_order on order_items (order_id, position)`.execute(db);

  await sql`
    create table stripe_events (
      id text primary key,
      type text not null,
      received_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table invitations (
      id object_id primary key default new_id(),
      token_hash text unique,
      status text not null default 'pending'
        check (status in ('pending', 'sent', 'clicked', 'expired', 'cancelled', 'completed')),
      role text not null check (role in ('sell', 'buy')),
      user_id object_id not null references users,
      new_user boolean not null,
      invited_by object_id not null references users,
      property_id object_id references properties,
      property_address_id object_id references addresses,
      referral_code citext references referral_codes,
      is_resend boolean not null default false,
      prevent_email boolean not null default false,
      email_sent_at timestamptz,
      link_click_count integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (role = 'sell' or property_id is not null),
      check (role = 'sell' or referral_code is null)
    )`.execute(db);
  await sql`create index invitations_list on invitations (role, updated_at desc, id desc)`.execute(
    db,
  );
  await sql`create index invitations_user on invitations (user_id)`.execute(db);
  await sql`create trigger invitations_touch before update on invitations for each row execute function touch_updated_at()`.execute(
    db,
  );

  await sql`
    create table magic_link_tokens (
      id object_id primary key default new_id(),
      token_hash text not null unique,
      user_id object_id not null references users on delete cascade,
      purpose text not null check (purpose in ('sign_up', 'sign_in', 'invitation')),
      role text check (role in ('sell', 'buy')),
      invitation_id object_id references invitations on delete cascade,
      requested_by text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      used_by text,
      check ((purpose = 'invitation') = (invitation_id is not null))
    )`.execute(db);
  await sql`create index magic_link_tokens_user on magic_link_tokens (user_id)`.execute(db);
}
