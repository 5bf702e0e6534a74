/**
 * The recipient of an email, for whom its content is read. Only emails may use this class
 * (tests/conventions/readers.test.ts).
 */
export class EmailRecipient {
  readonly id: string;
  readonly type = "customer";
  /** Makes the type nominal, so that no other object can be passed as an EmailRecipient. */
  protected readonly of = "email";

  /**
   * Mailbox of a participant without an account, who sees what the primary customer sees; otherwise
   * null.
   */
  readonly mailbox: string | null;

  constructor(user_id: string, mailbox: string | null = null) {
    this.id = user_id;
    this.mailbox = mailbox;
  }

  async recordView(): Promise<void> {}
}
