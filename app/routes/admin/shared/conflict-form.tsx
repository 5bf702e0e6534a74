import type { SubmissionResult } from "@conform-to/react";
import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { ErrorText } from "#app/ui/forms/error-text.tsx";
import { fieldId } from "#app/ui/forms/form-types.ts";
import { Notification } from "#app/ui/notification.tsx";
import { DialogCancel } from "#app/ui/route-dialog.tsx";

type Version = "theirs" | "yours";

type Difference = {
  name: string;
  label: string;
  was: string;
  theirs: string;
  yours: string;
  changed_by: "them" | "you" | "both";
  chosen: Version | null;
};

export type ShownConflict = {
  by: string;
  by_you: boolean;
  differences: Difference[];
  opened: object;
  theirs: object;
  yours: object;
};

const FORM = "conflict";

/**
 * Renders the versions of two people who edited a record at the same time. If only one of them
 * changed a field, that person’s version is preselected.
 */
export function ConflictForm({
  conflict,
  lastResult,
  back,
}: {
  conflict: ShownConflict;
  lastResult: SubmissionResult | null;
  back: string;
}) {
  const [form] = useAppForm({ id: FORM, lastResult });
  const { by, by_you, differences, opened, theirs, yours } = conflict;
  const { revalidate } = useRevalidator();
  const names = by_you ? IN_TWO_TABS : OF_TWO_EDITORS;
  const notice = useRef<HTMLDivElement>(null);
  // Moves the focus to the notice, because the submit button that had it was removed with its form.
  useEffect(() => notice.current?.focus(), [by]);
  return (
    <>
      {form.status === "error" ? null : (
        <div ref={notice} tabIndex={-1} data-route-focus="">
          <Notification kind="warning" title={by}>
            <p>
              Your changes aren’t saved yet. For each field that differs, choose a version, then
              save.
            </p>
          </Notification>
        </div>
      )}
      <AppForm form={form}>
        <input type="hidden" name="by" value={by} />
        {by_you ? <input type="hidden" name="by_you" value="yes" /> : null}
        <input type="hidden" name="was" value={JSON.stringify(opened)} />
        <input type="hidden" name="opened" value={JSON.stringify(theirs)} />
        <input type="hidden" name="yours" value={JSON.stringify(yours)} />
        <p className="cluster">
          <Button type="submit" kind="quiet" size="small" name="all" value="theirs">
            {names.allTheirs}
          </Button>
          <Button type="submit" kind="quiet" size="small" name="all" value="yours">
            {names.allYours}
          </Button>
        </p>
        {differences.map((difference) => (
          <FieldChoice
            // The new key remounts the field, so that “choose all” resets the choice made in it.
            key={`${difference.name} ${difference.chosen ?? ""}`}
            difference={difference}
            names={names}
            errors={form.allErrors[`choice.${difference.name}`]}
          />
        ))}
        <p className="hint">{names.rule}</p>
        <SubmitButton
          after={
            // After a 4xx response, the router does not load the page below the dialog again, so
            // this does.
            <DialogCancel back={back} onLeave={revalidate}>
              {names.discard}
            </DialogCancel>
          }
        >
          Save chosen versions
        </SubmitButton>
      </AppForm>
    </>
  );
}

type Names = Record<
  "theirs" | "yours" | "allTheirs" | "allYours" | "rule" | "discard" | "them" | "you" | "both",
  string
>;

const OF_TWO_EDITORS: Names = {
  theirs: "Theirs",
  yours: "Yours",
  allTheirs: "Use all of theirs",
  allYours: "Use all of yours",
  rule: "If only one of you changed a field, we’ve selected that version. If you both changed it, choose one.",
  discard: "Keep their version",
  them: "They changed it",
  you: "You changed it",
  both: "You both changed it",
};

const IN_TWO_TABS: Names = {
  theirs: "Saved in the other tab",
  yours: "On this page",
  allTheirs: "Use everything from the other tab",
  allYours: "Use everything on this page",
  rule: "If you changed a field in only one tab, we’ve selected that version. If you changed it in both, choose one.",
  discard: "Keep the saved version",
  them: "Changed in the other tab",
  you: "Changed on this page",
  both: "Changed in both tabs",
};

function FieldChoice({
  difference,
  names,
  errors = [],
}: {
  difference: Difference;
  names: Names;
  errors: string[] | undefined;
}) {
  const { label, was, changed_by } = difference;
  const id = fieldId(FORM, `choice.${difference.name}`);
  return (
    <fieldset
      className={
        errors.length > 0 ? "field conflict-form-field has-error" : "field conflict-form-field"
      }
      aria-describedby={errors.length > 0 ? `${id}-hint ${id}-error` : `${id}-hint`}
    >
      <legend>{label}</legend>
      <p className="hint cluster" id={`${id}-hint`}>
        Was {was}
        <Badge tone={changed_by === "both" ? "act" : "plain"}>{names[changed_by]}</Badge>
      </p>
      {errors.map((error) => (
        <ErrorText key={error} id={`${id}-error`}>
          {error}
        </ErrorText>
      ))}
      <div className="conflict-form-versions">
        <VersionRadio id={id} difference={difference} version="theirs" title={names.theirs} />
        <VersionRadio
          id={`${id}-yours`}
          difference={difference}
          version="yours"
          title={names.yours}
        />
      </div>
    </fieldset>
  );
}

function VersionRadio({
  id,
  difference,
  version,
  title,
}: {
  id: string;
  difference: Difference;
  version: Version;
  title: string;
}) {
  return (
    <div className="choice">
      <input
        type="radio"
        id={id}
        name={`choice.${difference.name}`}
        value={version}
        defaultChecked={difference.chosen === version}
      />
      <label htmlFor={id}>
        <span className="hint">{title}</span>
        <br />
        {difference[version]}
      </label>
    </div>
  );
}
