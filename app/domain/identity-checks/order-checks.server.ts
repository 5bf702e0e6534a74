import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { phoneForCheck } from "#app/domain/shared/phone.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { readAdminConfig } from "#app/domain/transactions/tags.server.ts";
import type { Db } from "#db/connection.ts";
import { checkLabel, checkRefusal, checkVerb, usesOldScheme } from "./check-status.ts";
import { orderCheck } from "./order-check.server.ts";
import { findSide, readMatterChecks, solicitorsOf } from "./read-checks.server.ts";

/** Person of a matter whose check can be ordered, with what the order would do. */
type OrderableCheck = {
  person_type: string;
  person_id: string;
  name: string;
  status: string;
  /** Id of the check that the new one replaces; null for a person's first check. */
  replaces_id: string | null;
  /** Phone number in the E.164 format, or as it was typed. */
  phone: string;
  recipients: readonly string[];
};

/**
 * Lists the people of a matter whose check can be ordered, and the people for whom it can't, with
 * the reason: the sellers, then the buyers and giftors of the active purchase. Leaves out people
 * whose check is pending or clear.
 * @throws NotFoundError
 */
export async function planChecks(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
): Promise<{ orderable: OrderableCheck[]; refused: { name: string; refusal: string }[] }> {
  const matter = await readMatterChecks(db, reader, transaction_id);
  const { thirdfort_v2_switchover_date: switchover } = await readAdminConfig(db);
  const old_scheme = usesOldScheme(matter.created_at, switchover);
  const orderable: OrderableCheck[] = [];
  const refused: { name: string; refusal: string }[] = [];
  for (const side of ["seller", "buyer"] as const) {
    for (const person of findSide(matter, side)?.people ?? []) {
      const { person_type, person_id, check, phone_number } = person;
      if (checkVerb(check?.status ?? null) === "abort" || check?.result === "clear") continue;
      const name = fullName(person);
      const solicitors = solicitorsOf(matter, person_type);
      const has_solicitors = solicitors !== null;
      const refusal = checkRefusal({ ...person, has_solicitors, old_scheme });
      if (refusal !== null || phone_number === null) {
        refused.push({ name, refusal: refusal ?? "" });
        continue;
      }
      orderable.push({
        person_type,
        person_id,
        name,
        status: checkLabel(check?.status ?? null, check?.result).toLowerCase(),
        replaces_id: check?.id ?? null,
        phone: phoneForCheck(phone_number),
        recipients: solicitors?.recipients ?? [],
      });
    }
  }
  return { orderable, refused };
}

/** Person whose check was not ordered, or whose order is not confirmed. */
export type FailedOrder = { name: string; error: unknown };

/**
 * Orders the checks of several people as staff confirmed them, one after the other, because each
 * order locks the matter. If staff must decide about one person, the others are still ordered. If
 * Thirdfort fails, the remaining people are not ordered. Idempotent by `form_key`. Never call this
 * in a transaction.
 */
export async function orderChecks(
  db: Db,
  transaction_id: string,
  checks: readonly Omit<OrderableCheck, "status">[],
  { actor, form_key }: { actor: Actor; form_key: string },
): Promise<FailedOrder[]> {
  const failed: FailedOrder[] = [];
  for (const [index, check] of checks.entries()) {
    const { name, person_type, person_id, replaces_id, phone, recipients } = check;
    const key = `${form_key} ${person_type} ${person_id}`;
    const order = { actor, form_key: key, replaces_id, phone, recipients };
    try {
      await orderCheck(db, { transaction_id, person_type, person_id }, order);
    } catch (error) {
      failed.push({ name, error });
      if (error instanceof DomainError) continue;
      const others = checks.slice(index + 1);
      return [...failed, ...others.map((other) => ({ name: other.name, error: NOT_SENT }))];
    }
  }
  return failed;
}

const NOT_SENT = new ConflictError("Not ordered, because an order before it failed");
