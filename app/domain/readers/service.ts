import type { ReaderId } from "./reader.ts";

/** Reader for jobs, emails and lookups. No page may use it (tests/conventions/readers.test.ts). */
class Service {
  readonly type = "service";
  /** Makes the type nominal. */
  protected readonly kind = "jobs and emails";

  /** Returns a person’s id as a reader’s id, for reads without a signed-in person. */
  of(user_id: string): ReaderId {
    return user_id as ReaderId;
  }

  async recordView(): Promise<void> {}
}

export type ServiceReader = Service;

export const service: ServiceReader = new Service();
