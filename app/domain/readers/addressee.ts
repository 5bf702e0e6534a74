/**
 * Recipient of an email, which shows what the customer’s own pages would. Only emails may use it
 * (tests/house/readers.test.ts).
 */
export class Addressee {
  readonly id: string;
  readonly type = "customer";
  /** Makes the type nominal. */
  protected readonly of = "email";

  /**
   * Mailbox of a participant without an account: they see what the primary customer sees, with
   * their own ID check first. Null for the customer.
   */
  readonly mailbox: string | null;

  constructor(user_id: string, mailbox: string | null = null) {
    this.id = user_id;
    this.mailbox = mailbox;
  }

  /** Records nothing: the email log has every email. */
  async shown(): Promise<void> {}
}
