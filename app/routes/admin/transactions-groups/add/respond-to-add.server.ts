import { data, redirect } from "@remix-run/node";
import {
  changeGroupDraft,
  deleteGroupDraft,
  type DraftPlace,
  type GroupDraft,
  newUnitId,
} from "#app/domain/groups/group-draft.server.ts";
import { GroupForm } from "#app/domain/groups/group-form.server.ts";
import { checkUnit } from "#app/domain/groups/read-new-group.server.ts";
import { findFormResult } from "#app/forms/form-key.server.ts";
import { formText, onlyKept, parseForm, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { KEEP_INTENT } from "#app/ui/forms/form-types.ts";
import { db } from "#db/connection.ts";
import { groupFormName } from "./group-view.server.ts";
import { openDraft } from "./open-draft.server.ts";
import { saveGroup } from "./save-group.server.ts";
import { withCopy } from "./units.server.ts";

const urls = paths.admin.newTransactionsGroup;

/**
 * Responds to the page that makes a group. Whatever was pressed, what was typed is kept first. Buttons lead to the pages of
 * its parts: `representative.change`, `company.change`, `units.add`, `units.change:{id}`, `units.duplicate:{id}` and
 * `units.remove:{id}`.
 */
export async function respondToAdd(request: Request) {
  const { actor, place, query } = await openDraft(request);
  const form = await readForm(request);
  const intent = formText(form, "intent");
  const key = formText(form, "form_key");
  if (intent === KEEP_INTENT && (await findMade(place, key))) return onlyKept();
  const draft = await changeGroupDraft(db, place, (now) => ({
    ...now,
    name: formText(form, "name"),
    stripe_transaction_id: formText(form, "stripe_transaction_id"),
  }));
  if (intent === KEEP_INTENT) return onlyKept();
  const made = await findMade(place, key);
  if (made) {
    // The group was made while this copy of its form was on its way, which has just begun another draft.
    await deleteGroupDraft(db, place);
    return redirect(made, 303);
  }
  if (intent === "representative.change") return redirect(urls.representative(query), 303);
  if (intent === "company.change") return redirect(urls.company(query), 303);
  const submission = await parseForm(form, GroupForm);
  const [, verb = "", id = ""] = /^units\.(\w+)(?::([\w-]{1,60}))?$/.exec(intent) ?? [];
  switch (verb) {
    case "add":
      return redirect(urls.unit("add", query), 303);
    case "change":
      return redirect(urls.unit(id, query), 303);
    case "remove":
      await changeGroupDraft(db, place, (now) => ({ ...now, units: without(now, id) }));
      return redirect(urls.units(query), 303);
    case "duplicate": {
      const problem = problemOf(draft, id);
      if (problem) {
        const lastResult = submission.reply({ fieldErrors: problem });
        const status = "error" as const;
        return data({ lastResult: { ...lastResult, status, error: problem }, failed: null }, 400);
      }
      return redirect(urls.unit(await duplicate(place, id), query), 303);
    }
    default:
      return saveGroup({ form, submission, draft, place, actor });
  }
}

/** Where this form has led already. */
function findMade({ draft_id }: DraftPlace, key: string) {
  return findFormResult(db, { form: groupFormName(draft_id), key });
}

function without({ units }: GroupDraft, id: string) {
  return units.filter((unit) => unit.id !== id);
}

/** A unit is copied only when it is whole (P-016); one that is not there any more has nothing wrong with it. */
function problemOf({ units }: GroupDraft, id: string): Record<string, string[]> | null {
  const index = units.findIndex((unit) => unit.id === id);
  const unit = units[index];
  const issue = unit && checkUnit(unit).error?.issues[0];
  return issue ? { [`units[${index}]`]: [`Unit ${index + 1}: ${issue.message}`] } : null;
}

/** @returns the id of the copy, or of what takes its place: the page of a unit that is not there says so */
export async function duplicate(place: DraftPlace, id: string): Promise<string> {
  const new_id = newUnitId();
  let opened = id;
  await changeGroupDraft(db, place, (now) => {
    const { draft, copy_id } = withCopy(now, id, new_id);
    opened = copy_id;
    return draft;
  });
  return opened;
}
