/**
 * The customer that an email of the service goes to: the email says what their own pages show them. Only emails are read
 * with one (tests/house/readers.test.ts).
 */
export class Addressee {
  readonly id: string;
  readonly type = "customer";
  /** Keeps other objects from passing for one. */
  protected readonly of = "email";

  /**
   * Mailbox of a person who is added to a matter and has no account yet: they get what the customer who signed up sees,
   * with their own ID check first. Null for the customer themselves.
   */
  readonly mailbox: string | null;

  constructor(user_id: string, mailbox: string | null = null) {
    this.id = user_id;
    this.mailbox = mailbox;
  }

  /** Writes down nothing: the log of emails tells what was sent. */
  async shown(): Promise<void> {}
}
