import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";

/** Maps section 3 of both specifications to the columns of the migrated database. */

const { db } = useTestDatabase();

type Column = { type: string; nullable: boolean };
const columns = new Map<string, Column>();

beforeAll(async () => {
  const { rows } = await sql<{ name: string; type: string; nullable: boolean }>`
    select table_name || '.' || column_name as name,
      coalesce(domain_name, udt_name) as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public'`.execute(db);
  for (const { name, ...column } of rows) columns.set(name, column);
});

const person = "first_name middle_name last_name email phone_number correspondence_address_id";

test.each<[rows: string, table: string, fields: string]>([
  ["X-005 X-031", "parties", `kind purchase_intent_id ${person} amount_pounds relationship`],
  ["X-025", "transactions", "company_seller_id"],
  ["X-025", "parties", `transaction_id position ${person}`],
  ["X-026", "purchase_intents", "transaction_id"],
  ["X-026", "orders", "transaction_id"],
  ["X-026", "transactions", "seller_lawyer_group_id buyer_lawyer_group_id"],
  ["X-027", "transactions", "estate_agent_id estate_agent_status group_id tags"],
  ["X-029", "transactions", "legals_started_at"],
  [
    "X-030",
    "transactions",
    "has_mortgage onward_purchase is_using_foreign_currency requires_mortgage_referral terms_accepted_at",
  ],
  ["X-031", "purchase_intents", "buyer_id"],
  ["X-032", "purchase_intents", "property_id ownership_type agreed_price_pounds"],
  ["X-033", "purchase_intents", "mortgage_required_for_purchase mortgage_provider"],
  [
    "X-034",
    "purchase_intents",
    "purchase_dependent_on_sale first_time_buyer is_using_foreign_currency requires_mortgage_referral",
  ],
  ["X-035", "purchase_intents", "is_active terms_accepted_at"],
  [
    "X-036 X-037",
    "purchase_intents",
    "savings_from_employment gifts investment_portfolio remortgage inheritance divorce_settlement pension_lump_sum_withdrawal sale_of_shares directors_loans_dividends other_funding other_funding_comments",
  ],
  ["X-038", "purchase_intents", "sale_agreed exchanged completed aborted"],
  ["X-039", "purchase_intents", "id transaction_id"],
  [
    "X-023",
    "addresses",
    "line_1 line_2 line_3 post_town country postcode county uprn building_number building_name sub_building_name organisation_name po_box latitude longitude",
  ],
  ["X-023", "properties", "address_id tenure"],
  ["X-040", "estate_agents", "id brand_id office_name office_phone_number office_address_id"],
  [
    "X-040 X-041",
    "valuers",
    "estate_agent_id first_name last_name email phone_number primary_valuer is_subscribed",
  ],
  ["X-040 X-042", "negotiators", "estate_agent_id first_name last_name email phone_number"],
  [
    "X-040 X-043",
    "office_coordinators",
    "estate_agent_id first_name last_name email phone_number is_subscribed",
  ],
  [
    "X-044",
    "estate_agents",
    "requests_seller_thirdfort_checks requests_buyer_thirdfort_checks receives_seller_thirdfort_checks receives_buyer_thirdfort_checks thirdfort_requester_emails",
  ],
  ["X-045", "brands", "id brand_name"],
  [
    "X-046",
    "leads",
    "property_address initial_asking_price_pounds seller_1_name seller_1_email seller_1_phone seller_2_name seller_2_email seller_2_phone additional_notes lead_warmth client_aware_of_product",
  ],
  ["X-047", "law_firms", "id name email phone_number address_id"],
  [
    "X-048",
    "lawyer_groups",
    "id name law_firm_id invoicing_address thirdfort_recipient_emails panel_solicitor",
  ],
  ["X-048", "lawyer_group_members", "lawyer_group_id kind first_name last_name email phone_number"],
  [
    "X-049",
    "identity_checks",
    "id thirdfort_id status person_type first_name last_name email phone_number",
  ],
  [
    "X-050",
    "searches",
    "id product_id reference status estimated_completion completion_date s3_document_key",
  ],
  ["X-051", "additional_requests", "id type status created_at sent_at"],
  [
    "X-052",
    "reports",
    "id reference overall_risk_rating critical_issues_count significant_issues_count generated_at model",
  ],
  ["X-054", "users", "stripe_customer_id"],
  ["X-054", "orders", "stripe_transaction_id"],
  ["X-055", "transaction_groups", "id name"],
  ["X-056", "companies", "name company_number address_id"],
  [
    "X-057",
    "admin_config",
    "benchmark_in_days invoicing_amount_pence tags thirdfort_v2_switchover_date",
  ],
  [
    "X-059",
    "invitations",
    "id token_hash status email_sent_at link_click_count invited_by referral_code role property_address_id updated_at user_id",
  ],
  [
    "X-064",
    "office_health",
    "estate_agent_name weekly_listings monthly_listings total_active_listings",
  ],
])("the table $1 has a column for each field ($0)", (_rows, table, fields) => {
  const missing = fields.split(" ").filter((field) => !columns.has(`${table}.${field}`));
  expect(missing).toEqual([]);
});

describe("constraints of a column", () => {
  test.each([
    ["X-031 X-039", "purchase_intents.buyer_id", { type: "object_id", nullable: false }],
    ["X-032", "purchase_intents.agreed_price_pounds", { type: "int4", nullable: false }],
    ["X-035", "purchase_intents.is_active", { type: "bool", nullable: false }],
    ["X-037", "purchase_intents.gifts", { type: "answer", nullable: false }],
    ["X-038", "purchase_intents.sale_agreed", { type: "date", nullable: true }],
    ["X-044", "estate_agents.thirdfort_requester_emails", { type: "_text", nullable: false }],
    ["X-057", "admin_config.thirdfort_v2_switchover_date", { type: "date", nullable: true }],
  ])("the column $1 has the specified type and nullability ($0)", (_rows, name, column) => {
    expect(columns.get(name)).toEqual(column);
  });

  test.each([
    ["X-002", "users", "type", "other"],
    ["X-006", "invitations", "role", "lend"],
    ["X-049", "identity_checks", "person_type", "solicitor"],
    ["X-051", "additional_requests", "type", "epc"],
    ["X-052", "reports", "overall_risk_rating", "none"],
  ])("the column $2 of the table $1 rejects $3 ($0)", async (_row, table, column, value) => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'c' and conrelid = ${table}::regclass`.execute(db);
    const checks = rows.filter(({ definition }) => definition.includes(`(${column} = ANY`));
    expect(checks).toHaveLength(1);
    expect(checks[0]?.definition).not.toContain(`'${value}'`);
  });
});

test("a user is an admin or a customer (X-002)", async () => {
  const other = sql`
    insert into users (email, first_name, last_name, type)
    values ('a@b.example', 'A', 'B', 'other')`.execute(db);
  await expect(other).rejects.toThrow(/users_type_check/);
});

test("an invitation has the role sell or buy (X-006)", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = 'invitations_role_check'`.execute(db);
  expect(rows[0]?.definition).toMatch(/'sell'.*'buy'/);
});
