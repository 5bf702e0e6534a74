import { propertyInformationDue } from "#app/domain/property-information/due-day.ts";
import {
  isConfirmedBy,
  readPropertyInformation,
} from "#app/domain/property-information/read-property-information.server.ts";
import { sectionsLeft } from "#app/domain/property-information/section-progress.ts";
import { service } from "#app/domain/readers/service.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import type { ListedStep } from "#app/domain/stages/step-words.ts";
import type { Db } from "#db/connection.ts";

/**
 * Returns a seller’s task to finish or confirm the property information; none if it isn’t open, or
 * if this seller has confirmed the answers.
 */
export async function listInformationTasks(
  db: Db,
  { transaction_id, user_id }: { transaction_id: string; user_id: string },
): Promise<ListedStep[]> {
  const info = await readPropertyInformation(db, service, transaction_id);
  const today = londonDay(new Date());
  if (!info.is_open) return [];
  const left = sectionsLeft(info);
  if (left === 0 && isConfirmedBy(info, user_id)) return [];
  const due = propertyInformationDue(info.instructed_on, today);
  const sections = pluralise(left, "section");
  return [
    {
      title: left === 0 ? "Confirm your property information" : "Tell us about your home",
      detail: [
        left === 0
          ? "All sections are done. Confirm them on your dashboard."
          : `You have ${sections} left to answer on your dashboard.`,
        due &&
          (due.is_late ? "It’s overdue. Please finish as soon as you can." : `Finish ${due.text}.`),
      ]
        .filter(Boolean)
        .join(" "),
    },
  ];
}

/**
 * Returns the task to finish the property information for the recipient of an email, if they can
 * sign in.
 */
export async function listOwnInformationTasks(
  db: Db,
  { transaction_id, recipient }: { transaction_id: string; recipient: string },
): Promise<ListedStep[]> {
  const account = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", recipient)
    .where("type", "=", "customer")
    .where("active", "=", true)
    .executeTakeFirst();
  return account ? listInformationTasks(db, { transaction_id, user_id: account.id }) : [];
}
