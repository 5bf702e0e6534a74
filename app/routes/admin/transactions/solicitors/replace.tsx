import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  planSolicitorsReplacement,
  readSolicitorsToReplace,
  replaceSolicitors,
  ReplaceSolicitorsForm,
  type SolicitorsReplacement,
  type SolicitorsReplacementPlan,
} from "#app/domain/assignments/replace-solicitors.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { readChoices } from "#app/domain/shared/choices.server.ts";
import { listSolicitorOptions } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { lawyerGroupLabel } from "#app/domain/solicitors/parts.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { db, readDb } from "#db/connection.ts";
import { openRecord, pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { searchFieldName } from "../../shared/option-fields.tsx";
import { emailLine, ReplaceParty } from "../replace-party.tsx";
import { respondToPlan } from "../respond-to-plan.server.ts";
import { FETCH_FAILED, sharedChecksText } from "./view.ts";

export const handle: LayoutHandle = { part: fromData("title") };

const FAILURE = "There was an error while replacing the solicitor";

const SIDES: readonly Side[] = ["seller", "buyer"];

const readSide = (named: string | undefined) => SIDES.find((side) => side === named);

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionTab.solicitors, paths.admin.transactions);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id: transaction_id = "", side: named } = params;
  const side = readSide(named);
  return openRecord(request, {
    needs: "put_right",
    async read(reader) {
      if (!side) throw new NotFoundError("Page not found");
      const known = await readSolicitorsToReplace(db, reader, { transaction_id, side });
      const { id, group, comments } = known;
      return {
        now: lawyerGroupLabel({ name: group.name, law_firm: group.law_firm.name }),
        acting: id,
        choices: await readChoicesOf(),
        comments: comments ?? "",
      };
    },
    title: () => `Replace the ${side}’s solicitor`,
    failure: FAILURE,
    back: tabOf(transaction_id),
    opener: `put-right-${side}`,
  });
}

function readChoicesOf(form = new FormData()) {
  const asked = {
    find: formText(form, searchFieldName("replacement_id")),
    chosen: formText(form, "replacement_id"),
  };
  return nullIfFailed(
    readChoices((query) => listSolicitorOptions(readDb, query), asked),
    FETCH_FAILED,
  );
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "put_right");
  const { id = "", side: named } = params;
  const side = readSide(named);
  if (!side) throw data(null, { status: 404 });
  const place = { transaction_id: id, side };
  return respondToPlan(await readForm(request), actor, {
    shown: async (form) => ({ choices: await readChoicesOf(form) }),
    form: `put-right-solicitors ${id} ${side}`,
    tab: tabOf(id),
    schema: ReplaceSolicitorsForm,
    plan: (choice) => planSolicitorsReplacement(db, actor, place, choice),
    view: (plan, choice) => planView(plan, choice, side),
    run: (trx, replacement) => replaceSolicitors(trx, place, replacement),
    done: { description: `${side === "buyer" ? "Buyer" : "Seller"} solicitor replaced.` },
    failed: "Solicitor not replaced",
    failure: FAILURE,
  });
}

function planView(
  plan: SolicitorsReplacementPlan,
  { reason, comments }: SolicitorsReplacement,
  side: Side,
) {
  const { property, from, to, emails, letter, same_firm, no_active_purchase, shared_checks } = plan;
  const other = side === "seller" ? "buyer" : "seller";
  const labels = {
    solicitor_release: "Change of solicitor, to the current solicitor",
    instruction: "Instruction, to the new solicitor",
    solicitor_changed: `Change of solicitor, to the ${side}`,
    other_solicitor_changed: `Change of the ${side}’s solicitor, to the ${other}’s solicitor`,
  };
  return {
    property,
    from: from.label,
    to: to.label,
    reason,
    comments,
    warning: same_firm && `Both solicitors are at the same law firm: ${same_firm}`,
    emails: emails.map(({ name, ...email }) => emailLine(labels[name], email)),
    letter: letter?.letter ?? null,
    not_sent: [
      ...(no_active_purchase ? ["All emails: no active purchase intent"] : []),
      ...(from.has_solicitor ? [] : [`To ${from.label}: the group has no solicitor`]),
    ],
    stays: [
      sharedChecksText(shared_checks, from.label),
      "Searches: orders stay the same and we’ll still get the results. Send the new solicitor the results we already have.",
      "Dates: the legals started date and all significant dates stay the same.",
    ],
  };
}

export default function ReplaceSolicitor() {
  return (
    <ReplaceParty
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
      words={{
        label: "New solicitor",
        noun: "a solicitor",
        empty: "Select a solicitor",
        of: "solicitors",
        fetchFailed: "Failed to fetch solicitors",
        confirm: "Yes, replace the solicitor",
      }}
    />
  );
}
