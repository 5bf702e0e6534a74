/** Readers of customer data. Only a guard can create them (app/auth/guards.server.ts). */

declare const guarded: unique symbol;

/** Id of a reader, for reading their own data. */
export type ReaderId = string & { readonly [guarded]: "id" };

type Guarded<Kind> = {
  readonly [guarded]: Kind;
  readonly id: ReaderId;
  /**
   * Audits a view by staff. Each read calls it after it has its result. So a refused read leaves no
   * entry, and nothing is shown if the entry fails.
   */
  readonly recordView: (what: Shown) => Promise<void>;
};

/** The record or list that was viewed. */
export type Shown =
  | { record: { type: Viewed; id: string } }
  | {
      list: StaffList;
      typed?: string | undefined;
    };

/** Types of records whose views by staff are audited. */
export type Viewed =
  | "transaction"
  | "transaction_group"
  | "solicitor_letter"
  | "user"
  | "law_firm"
  | "lawyer_group"
  | "estate_agent";

/** Lists whose views by staff are audited, named as in the audit log. */
export type StaffList =
  | "transactions"
  | "transaction_groups"
  | "payment_reviews"
  | "estate_agents"
  | "law_firms"
  | "lawyer_groups"
  | "everything"
  | "inbound_emails"
  | "referrals"
  | "privacy_requests"
  | "users"
  | "staff"
  | "invitations";

/** A signed-in customer. Reads restrict their WHERE to this id. */
export type CustomerReader = Guarded<"customer"> & { readonly type: "customer" };

/** Member of staff with a role for `Needs` (staff/roles.ts) and the required second factor. */
export type StaffReader<Needs extends string = string> = Guarded<"staff"> & {
  readonly type: "admin";
  readonly allowed: Needs;
  /** Id of the request, for the audit log. */
  readonly request_id: string;
};

/** Targets of a link that works without sign-in. */
type Opened = "calendar" | "emails" | "leads";

/**
 * Someone with a link to one target of the person with this id: calendar, email choices or form.
 */
export type LinkReader<Opens extends Opened = Opened> = {
  readonly [guarded]: "link";
  readonly opens: Opens;
  readonly id: string;
};

/** A signed-in reader: a customer for their own data, or staff with a role. */
export type Reader = CustomerReader | StaffReader;
