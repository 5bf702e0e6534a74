/**
 * Types of the people who read customer data. Only a guard can create their values
 * (app/auth/guards.server.ts).
 */

declare const guarded: unique symbol;

/** Id of a reader, for queries that read the reader’s own data. */
export type ReaderId = string & { readonly [guarded]: "id" };

type Guarded<Kind> = {
  readonly [guarded]: Kind;
  readonly id: ReaderId;
  /**
   * Records in the audit log that a member of staff viewed a record or list. Each function that
   * reads a record or list calls this at its end. A read that is refused therefore leaves no entry,
   * and a read returns nothing if its entry cannot be stored.
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
  | "invoices"
  | "estate_agents"
  | "law_firms"
  | "lawyer_groups"
  | "everything"
  | "inbound_emails"
  | "conversations"
  | "document_requests"
  | "desk"
  | "referrals"
  | "privacy_requests"
  | "users"
  | "staff"
  | "invitations";

/** A signed-in customer. Queries for customers select only rows of the person with this id. */
export type CustomerReader = Guarded<"customer"> & { readonly type: "customer" };

/**
 * A member of staff whose role allows `Needs` (staff/roles.ts) and who has used the required second
 * factor.
 */
export type StaffReader<Needs extends string = string> = Guarded<"staff"> & {
  readonly type: "admin";
  readonly allowed: Needs;
  /** Id of the web request, for the audit log. */
  readonly request_id: string;
};

/** The things that a link can open for a person who has not signed in. */
type Opened = "calendar" | "emails" | "leads" | "ready" | "chase";

/**
 * A person who opened a link that works without signing in. It opens one thing of the person with
 * this id: their calendar, their choice of emails, or their form for leads. For "ready", the id is
 * that of a matter, and the link opens the page that shows how ready the home is for a buyer. For
 * "chase", the id is that of our question to a firm, and the link opens the page with its answer.
 */
export type LinkReader<Opens extends Opened = Opened> = {
  readonly [guarded]: "link";
  readonly opens: Opens;
  readonly id: string;
};

/**
 * A person of the law firm that acts for one side of a matter, who has signed in to the page of
 * that side. The id is that of the session. A firm reads and changes only what belongs to its side.
 */
export type FirmReader = Guarded<"firm"> & {
  readonly type: "firm";
  readonly transaction_id: string;
  readonly side: "seller" | "buyer";
  readonly lawyer_group_id: string;
  /** The purchase in which the firm acts; null on the sellers’ side. */
  readonly purchase_intent_id: string | null;
  /** Name of the law firm. */
  readonly firm: string;
  readonly email: string;
  /** Name that the person gave with an earlier action; null before the first. */
  readonly person_name: string | null;
};

/**
 * A person of an estate agent’s office who has signed in to its page. The id is that of the
 * session. An agent reads only the sales of this office, and of them nothing about the people.
 */
export type AgentReader = Guarded<"agent"> & {
  readonly type: "agent";
  readonly estate_agent_id: string;
  /** Name of the office. */
  readonly office: string;
  readonly email: string;
  /** Name that the person gave with an earlier action; null before the first. */
  readonly person_name: string | null;
};

/** A signed-in person: a customer, who reads their own data, or a member of staff with a role. */
export type Reader = CustomerReader | StaffReader;
