import { DomainError } from "#app/domain/errors.ts";

/**
 * The last check before a record is built (C-066, C-067): the forms have asked for every part, other callers may not.
 *
 * @throws DomainError "Something wrong with the validation"
 */
export function requireParts<T extends object>(record: T, parts: readonly (keyof T)[]): void {
  const missing = parts.some((part) => {
    const value: unknown = record[part];
    return value === undefined || value === null || value === "";
  });
  if (missing) throw new DomainError("Something wrong with the validation");
}
