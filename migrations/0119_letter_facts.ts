import { sql, type Kysely } from "kysely";

/**
 * Facts of letters to solicitors that only staff enter: the lender of the seller’s mortgage, the
 * buyers’ mortgage broker, and the referral fee of each side. All are null if they are unknown.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table transactions
      add seller_lender text check (length(seller_lender) between 1 and 200)`.execute(db);
  await sql`
    alter table purchase_intents
      add mortgage_broker text check (length(mortgage_broker) between 1 and 200)`.execute(db);
  for (const table of ["transactions", "purchase_intents"]) {
    await sql`
      alter table ${sql.table(table)}
        -- True if someone is paid for introducing this side’s clients to their law firm.
        add referral_fee_paid boolean,
        -- Who is paid, and how much.
        add referral_fee text check (length(referral_fee) between 1 and 200),
        add check ((referral_fee_paid is true) = (referral_fee is not null))`.execute(db);
  }
  await sql`
    create trigger transactions_letter_facts
    after update of has_mortgage, seller_lender, referral_fee_paid, referral_fee on transactions
    for each row execute function
      record_changes('has_mortgage', 'seller_lender', 'referral_fee_paid', 'referral_fee')`.execute(
    db,
  );
  await sql`
    create trigger purchase_intents_letter_facts
    after update of mortgage_broker, referral_fee_paid, referral_fee on purchase_intents
    for each row execute function
      record_changes('mortgage_broker', 'referral_fee_paid', 'referral_fee')`.execute(db);
}
