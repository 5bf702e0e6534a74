import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { adminDate, londonDay } from "#app/domain/fields/dates.ts";
import { recordStageDate } from "#app/domain/purchases/significant-dates.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { PURCHASE_DATE_LABELS, STAGE_DATES } from "#app/domain/transactions/significant-dates.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { carryOut } from "../../kit/carry-out.server.ts";
import { requireActor, pageOrList } from "../../kit/open-record.server.ts";

/** There is nothing to see here: whoever signs in again after pressing a button comes this way. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request, "handle");
  return redirect(backTo(params.id));
}

const Step = z.enum(STAGE_DATES);

/** "Contract pack sent", "Enquiries raised", "Enquiries answered": pressed once, on the day on which staff are told (24). */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const { data: name } = Step.safeParse(formText(await readForm(request), "step"));
  const to = backTo(id);
  const title = name ? PURCHASE_DATE_LABELS[name] : "Error";
  return carryOut({
    async run() {
      if (!name) throw new DomainError("Press one of the buttons");
      return recordStageDate(db, id, { name, today: londonDay(new Date()), actor });
    },
    done: ({ day, known }) => ({
      to,
      title: `${title}: ${adminDate(day)}`,
      description: known
        ? "It was written down already."
        : "Not right? Clear it among the significant dates of the purchase.",
    }),
    failed: { to, title: `${title}: not written down` },
    failure: "Failed to write this down. Please try again.",
    here: to,
  });
}

function backTo(id = "") {
  return pageOrList(id, paths.admin.stages.page, paths.admin.transactions);
}
