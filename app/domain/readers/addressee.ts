/**
 * The customer that an email of the service goes to: the email says what their own pages show them. Only emails are read
 * with one (tests/house/readers.test.ts).
 */
export class Addressee {
  readonly id: string;
  readonly type = "customer";
  /** Keeps other objects from passing for one. */
  protected readonly of = "email";

  constructor(user_id: string) {
    this.id = user_id;
  }

  /** Writes down nothing: the log of emails tells what was sent. */
  async shown(): Promise<void> {}
}
