/**
 * People who may read data of customers. Each read of such data takes one, and only a guard makes one
 * (app/auth/guards.server.ts): no other module can name what marks it.
 */

declare const guarded: unique symbol;

/** The id of a reader: what is their own is read by it. */
export type ReaderId = string & { readonly [guarded]: "id" };

type Guarded<Kind> = {
  readonly [guarded]: Kind;
  readonly id: ReaderId;
  /**
   * Writes down that the reader was shown something. A read calls it when it has what it shows: a refusal leaves no row,
   * and what cannot be written down is not shown. A customer's reads leave no row.
   */
  readonly shown: (what: Shown) => Promise<void>;
};

/** Record or list that somebody was shown. */
export type Shown =
  | { record: { type: Viewed; id: string } }
  | {
      list: StaffList;
      /** What was searched for. */
      typed?: string | undefined;
    };

/** Records whose reading by staff is written down, by the type of their subject. */
export type Viewed =
  | "transaction"
  | "transaction_group"
  | "solicitor_letter"
  | "user"
  | "law_firm"
  | "lawyer_group"
  | "estate_agent";

/** Lists whose reading by staff is written down, by their names in the audit log. */
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

/** A customer who is signed in. A read with one has the customer's id in its WHERE. */
export type CustomerReader = Guarded<"customer"> & { readonly type: "customer" };

/** A member of staff whose role allows something that `Needs` names (staff/roles.ts), and who has the second factor that the settings require. */
export type StaffReader<Needs extends string = string> = Guarded<"staff"> & {
  readonly type: "admin";
  readonly allowed: Needs;
  /** The request in which they read, for the audit log. */
  readonly request_id: string;
};

/** What a link opens to a stranger. */
type Opened = "calendar" | "emails" | "leads";

/**
 * A stranger with a link that opens one thing: the dates in somebody's calendar, which emails they get, or a valuer's form.
 * Its id is whose that is, and opens nothing else.
 */
export type LinkReader<Opens extends Opened = Opened> = {
  readonly [guarded]: "link";
  readonly opens: Opens;
  readonly id: string;
};

/** A person who is signed in and may read: a customer what is theirs, staff what a role lets them look at. */
export type Reader = CustomerReader | StaffReader;
