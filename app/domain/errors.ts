import { readMember } from "#app/platform/read-member.ts";
import { INCOMPLETE_RECORD } from "./fields/messages.ts";

/** Refusals of the domain. Their messages are written for the person who reads the page (AMB-V06). */

type Details = ErrorOptions & {
  /** What a caller may need besides the message (V-017); plain values without personal data. */
  data?: unknown;
};

/** Something that may not be done, said in words that are safe to show. Unlike a defect, it is expected. */
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

/** Also for what is there but is not the asker's: the two must look alike. */
export class NotFoundError extends DomainError {
  constructor(message: string, details?: Details) {
    super(message, 404, details);
  }
}

/** What an email was to say is not so any more by the time it is sent, or its reader does not want to know: no defect. */
export class NothingToSayError extends DomainError {
  constructor() {
    super("This email is no longer needed");
  }
}

/** Another was there first: the same email, another editor, a sent form. */
export class ConflictError extends DomainError {
  constructor(message: string, details?: Details) {
    super(message, 409, details);
  }
}

/**
 * For what may be there once: the database says so, since of two who write it at the same moment neither finds the
 * other.
 *
 * @param constraint the name of the unique index
 * @returns what the write's error is caught with: throws the refusal in its place
 */
export function refuseDuplicate(constraint: string, refusal: (details: Details) => ConflictError) {
  return (cause: unknown): never => {
    throw readMember(cause, "constraint") === constraint ? refusal({ cause }) : cause;
  };
}

/** What was typed is about a version of the record that is not there any more. */
export class ChangedElsewhereError extends ConflictError {
  constructor() {
    super(
      "Your answers were changed in another tab or on another device. To replace them with what’s on this page, select Continue again",
    );
  }
}

/**
 * The last check before a record is built (C-066, C-067): the forms have asked for every part, other callers may not.
 *
 * @throws DomainError INCOMPLETE_RECORD
 */
export function requireParts<T extends object>(record: T, parts: readonly (keyof T)[]): void {
  const missing = parts.some((part) => {
    const value: unknown = record[part];
    return value === undefined || value === null || value === "";
  });
  if (missing) throw new DomainError(INCOMPLETE_RECORD);
}

/**
 * Comes before a customer's change of a sale or a purchase, which is locked and has been read since.
 *
 * @param version that the answers were typed for; without one they are saved whatever is there
 * @throws ConflictError once it is complete (AMB-C15); ChangedElsewhereError when it has another version by now
 */
export function requireUnfinished(
  noun: "sale" | "purchase",
  now: { complete: boolean; version: number },
  version: number | undefined,
): void {
  if (now.complete) {
    throw new ConflictError(
      `You’ve already finished onboarding for this ${noun}. To change your answers, contact support`,
    );
  }
  if (version !== undefined && version !== now.version) throw new ChangedElsewhereError();
}
