import { readAdminConfig } from "#app/domain/config/admin-config.server.ts";
import { phoneForCheck } from "#app/domain/people/person.ts";
import type { Db } from "#db/connection.ts";
import { checkVerb } from "./check-status.ts";
import { usesOldScheme } from "./old-scheme.ts";
import { type PersonPlace, readPersonCheck } from "./read-checks.server.ts";
import { checkRefusal } from "./refusals.ts";

export type CheckPlan = Awaited<ReturnType<typeof planCheck>>;

/**
 * What can be done about a person's check, and what it would do (N-019 to N-022).
 *
 * @returns `refusal`, why it cannot be done; null when it can. `phone` is in E.164 as far as it was typed well (N-027)
 * @throws NotFoundError as readPersonCheck
 */
export async function planCheck(db: Db, place: PersonPlace) {
  const { matter, person, purchase, solicitors } = await readPersonCheck(db, place);
  const { thirdfort_v2_switchover_date: switchover } = await readAdminConfig(db);
  const { check, phone_number } = person;
  return {
    verb: checkVerb(check?.status ?? null),
    matter,
    person,
    purchase,
    check,
    phone: phone_number && phoneForCheck(phone_number),
    solicitors,
    recipients: solicitors?.recipients ?? [],
    refusal: checkRefusal({
      ...person,
      has_solicitors: solicitors !== null,
      old_scheme: usesOldScheme(matter.created_at, switchover),
    }),
  };
}
