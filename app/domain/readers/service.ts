import type { ReaderId } from "./reader.ts";

/**
 * The service itself, for its jobs, its emails, and what a use case looks up before it changes something: what it reads is
 * shown to no one. No page reads with it (tests/house/readers.test.ts).
 */
class Service {
  readonly type = "service";
  /** Keeps other objects from passing for it. */
  protected readonly kind = "jobs and emails";

  /** For what a person's own reads find on them, where no one has signed in. */
  of(user_id: string): ReaderId {
    return user_id as ReaderId;
  }

  /** Writes down nothing: no one is shown what it reads. */
  async shown(): Promise<void> {}
}

export type ServiceReader = Service;

export const service: ServiceReader = new Service();
