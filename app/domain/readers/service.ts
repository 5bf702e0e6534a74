import type { ReaderId } from "./reader.ts";

/**
 * The reader that jobs, emails and lookups use. No page may use it
 * (tests/conventions/readers.test.ts).
 */
class Service {
  readonly type = "service";
  /** Makes the type nominal, so that no other object can be passed as a Service. */
  protected readonly kind = "jobs and emails";

  /**
   * Returns a person’s id as the id of a reader, for reading their data when they are not signed
   * in.
   */
  of(user_id: string): ReaderId {
    return user_id as ReaderId;
  }

  async recordView(): Promise<void> {}
}

export type ServiceReader = Service;

export const service: ServiceReader = new Service();
