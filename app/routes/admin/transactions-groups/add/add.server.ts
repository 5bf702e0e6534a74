import type { Submission } from "@conform-to/dom";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import {
  createGroup,
  findGroupByName,
  GroupNotCreatedError,
  type GroupPayment,
  nameTaken,
  readGroupPayment,
} from "#app/domain/groups/create-group.server.ts";
import {
  changeGroupDraft,
  validateUnit,
  copyOfUnit,
  deleteGroupDraft,
  type DraftPlace,
  type GroupDraft,
  GroupForm,
  newUnitId,
  type GroupErrors,
  validateGroupDraft,
} from "#app/domain/groups/group-draft.server.ts";
import { CREATION_FAILURES, MAX_UNITS } from "#app/domain/groups/labels.ts";
import { findFormResult, withIdempotentRedirect } from "#app/forms/form-key.server.ts";
import { formText, savedResponse, parseForm, readForm } from "#app/forms/form.server.ts";
import { isSameRow } from "#app/forms/list-rows.server.ts";
import { shownMessage } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { AUTOSAVE_INTENT } from "#app/ui/forms/form-types.ts";
import { db } from "#db/connection.ts";
import { errorReply } from "../../shared/record-form.server.ts";
import { draftMark, groupFormName, openDraft } from "./draft.server.ts";

const urls = paths.admin.newTransactionsGroup;

/**
 * Handles the form of a new group. Saves the draft first. Then handles the button that was clicked,
 * such as `units.add`, `company.change` or `units.duplicate:{id}`.
 */
export async function respondToAdd(request: Request) {
  const { actor, place, query } = await openDraft(request);
  const form = await readForm(request);
  const intent = formText(form, "intent");
  const key = formText(form, "form_key");
  if (intent === AUTOSAVE_INTENT && (await findMade(place, key))) return savedResponse();
  const draft = await changeGroupDraft(db, place, (now) => ({
    ...now,
    name: formText(form, "name"),
    stripe_transaction_id: formText(form, "stripe_transaction_id"),
  }));
  if (intent === AUTOSAVE_INTENT) return savedResponse();
  const made = await findMade(place, key);
  if (made) {
    // Another submit has created the group in the meantime, so this submit’s draft is no longer
    // needed.
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

/** Returns the redirect target of this form if it was submitted before, or null. */
function findMade({ draft_id }: DraftPlace, key: string) {
  return findFormResult(db, { form: groupFormName(draft_id), key });
}

function without({ units }: GroupDraft, id: string) {
  return units.filter((unit) => unit.id !== id);
}

/**
 * Returns the first error in a unit that staff want to copy (P-016). Returns null if the unit is
 * complete or does not exist.
 */
function problemOf({ units }: GroupDraft, id: string): Record<string, string[]> | null {
  const index = units.findIndex((unit) => unit.id === id);
  const unit = units[index];
  const issue = unit && validateUnit(unit).error?.issues[0];
  return issue ? { [`units[${index}]`]: [`Unit ${index + 1}: ${issue.message}`] } : null;
}

/**
 * Copies a unit, and returns the id of the unit to open next. If the unit does not exist, returns
 * its id, and the unit’s page shows that it does not exist.
 */
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

type Typed = z.output<typeof GroupForm>;

type Post = {
  form: FormData;
  submission: Submission<Typed>;
  draft: GroupDraft;
  place: DraftPlace;
  actor: Actor;
};

/** Title above the errors, in the specification’s words (P-023). */
const INVALID = "Validation failed. Please check all required fields.";

/** Handles "Save and Continue": creates the group idempotently, or returns the errors (P-021). */
async function saveGroup(post: Post) {
  const { form, submission, draft, place, actor } = post;
  const read = validateGroupDraft(draft);
  const problems = "problems" in read ? read.problems : {};
  const typed = submission.status === "success" ? submission.value : null;
  const taken = typed && (await findGroupByName(db, typed.name));
  if (taken) problems.name = [nameTaken(typed.name)];
  if (!typed || !("parts" in read) || taken) return invalid(submission, problems);
  if (formText(form, "mark") !== draftMark(draft)) return changedElsewhere(submission);
  const group = { ...typed, ...read.parts };
  const payment = await findPayment(typed);
  const key = formText(form, "form_key");
  const once = { form: groupFormName(place.draft_id), key, body: place.draft_id };
  try {
    const location = await withIdempotentRedirect(db, once, async (trx) => {
      const id = await createGroup(trx, group, { actor, payment });
      await deleteGroupDraft(trx, place);
      return paths.admin.transactionsGroupCreated({ group: id });
    });
    return redirect(location, 303);
  } catch (error) {
    return refused(submission, error);
  }
}

/**
 * Reads the payment from Stripe. If that fails, the status is null, which counts as unpaid
 * (AMB-E14).
 */
async function findPayment({ stripe_transaction_id }: Typed): Promise<GroupPayment | null> {
  if (!stripe_transaction_id) return null;
  const what = "There was an error while looking up the payment of a group";
  const payment = await nullIfFailed(readGroupPayment(stripe_transaction_id), { what });
  return payment ?? { stripe_transaction_id, status: null, paid_at: null };
}

function invalid(submission: Submission<Typed>, problems: GroupErrors) {
  const lastResult = submission.reply({ formErrors: [INVALID], fieldErrors: problems });
  const error = inPageOrder(lastResult.error ?? {});
  return data({ lastResult: { ...lastResult, error }, failed: null }, { status: 400 });
}

const PAGE_ORDER = ["", "name", "representative", "units", "company", "stripe_transaction_id"];

/**
 * Sorts errors in the order of the page. Conform would sort them by name, with "units[10]" before
 * "units[2]".
 */
function inPageOrder<Texts>(errors: Record<string, Texts>): Record<string, Texts> {
  const place = (field: string) => {
    const [name = "", index = "-1"] = field.split(/[[\]]/);
    return PAGE_ORDER.indexOf(name) * 1_000 + Number(index);
  };
  const sorted = Object.entries(errors).sort(([one], [other]) => place(one) - place(other));
  return Object.fromEntries(sorted);
}

function changedElsewhere(submission: Submission<Typed>) {
  const message =
    "This group was changed in another tab or on another device. Check the details on this page, then save again";
  const lastResult = submission.reply({ formErrors: [message] });
  return data({ lastResult, failed: null }, { status: 409 });
}

/** Names of the errors in reports, in the specification’s words (P-051, P-052). */
const REPORTED_AS = {
  ...CREATION_FAILURES,
  company: "Error creating company",
  units: "Create manual transactions failed",
};

/**
 * Returns the message of a DomainError, next to its field. For any other error, returns the message
 * of the error screen (P-056).
 */
function refused(submission: Submission<Typed>, error: unknown) {
  if (error instanceof DomainError && !(error instanceof GroupNotCreatedError)) {
    const { lastResult, status } = errorReply(submission, error, {
      failure: CREATION_FAILURES.processing,
    });
    return data({ lastResult, failed: null }, { status });
  }
  const step = error instanceof GroupNotCreatedError ? error.step : "processing";
  report(error instanceof GroupNotCreatedError ? error.cause : error, { what: REPORTED_AS[step] });
  const failed = shownMessage(error, CREATION_FAILURES.processing);
  return data({ lastResult: null, failed }, { status: 500 });
}

/**
 * Copies a unit of a draft (AMB-P07), unless the draft already has an equal one. Returns the draft
 * and the id of the copy. Returns the unit’s own id if the unit does not exist or the list is full.
 */
function withCopy(draft: GroupDraft, id: string, copy_id: string) {
  const unit = draft.units.find((one) => one.id === id);
  if (!unit) return { draft, copy_id: id };
  const copy = copyOfUnit(unit, copy_id);
  const existing = draft.units.find((one) => one.id !== id && isSameRow(one, copy));
  if (existing || draft.units.length >= MAX_UNITS) return { draft, copy_id: existing?.id ?? id };
  return { draft: { ...draft, units: [...draft.units, copy] }, copy_id };
}
