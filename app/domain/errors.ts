import { readMember } from "#app/platform/read-member.ts";
import { INCOMPLETE_RECORD } from "./shared/messages.ts";

/**
 * Errors that domain functions throw. Their messages are shown to the person who reads the page
 * (AMB-V06).
 */

type Details = ErrorOptions & {
  /** Extra data for the caller (V-017): plain values without personal data. */
  data?: unknown;
};

/** Expected error, whose message is safe to show. Any other error is a defect. */
export class DomainError extends Error {
  readonly safe = true;
  readonly status: number;
  readonly data: unknown;

  constructor(message: string, status = 400, { data, ...options }: Details = {}) {
    super(message, options);
    this.name = new.target.name;
    this.status = status;
    this.data = data;
  }
}

/**
 * Error for a record that is missing or belongs to someone else. Responses must not reveal which.
 */
export class NotFoundError extends DomainError {
  constructor(message: string, details?: Details) {
    super(message, 404, details);
  }
}

/**
 * Error for an email that no longer applies when it is due to be sent, or whose recipient has opted
 * out. It isn't a defect.
 */
export class EmailNotNeededError extends DomainError {
  constructor() {
    super("This email is no longer needed");
  }
}

/**
 * Error for a conflict with an earlier write: a duplicate email, a second editor, a repeated
 * submit.
 */
export class ConflictError extends DomainError {
  constructor(message: string, details?: Details) {
    super(message, 409, details);
  }
}

/**
 * Returns a `catch` handler that turns a violation of the unique index `constraint` into a
 * ConflictError. Only the database can detect that two concurrent writes are duplicates.
 */
export function conflictOnDuplicate(
  constraint: string,
  refusal: (details: Details) => ConflictError,
) {
  return (cause: unknown): never => {
    throw readMember(cause, "constraint") === constraint ? refusal({ cause }) : cause;
  };
}

/** Error for submitted answers that are based on an older version of the record. */
export class StaleAnswersError extends ConflictError {
  constructor() {
    super(
      "Your answers were changed in another tab or on another device. To replace them with what’s on this page, select Continue again",
    );
  }
}

/**
 * Checks that a record has a value in each of these fields, as the record's forms also do (C-066,
 * C-067).
 * @throws DomainError
 */
export function requireCompleteRecord<T extends object>(
  record: T,
  parts: readonly (keyof T)[],
): void {
  const missing = parts.some((part) => {
    const value: unknown = record[part];
    return value === undefined || value === null || value === "";
  });
  if (missing) throw new DomainError(INCOMPLETE_RECORD);
}

/**
 * Checks that a customer may still change a sale or purchase. The caller has locked it.
 * @param version version that the change is based on; undefined to skip the comparison
 * @throws ConflictError if onboarding is complete (AMB-C15); StaleAnswersError if the version has
 * changed
 */
export function requireOnboardingOpen(
  noun: "sale" | "purchase",
  now: { complete: boolean; version: number },
  version: number | undefined,
): void {
  if (now.complete) {
    throw new ConflictError(
      `You’ve already finished onboarding for this ${noun}. To change your answers, contact support`,
    );
  }
  if (version !== undefined && version !== now.version) throw new StaleAnswersError();
}
