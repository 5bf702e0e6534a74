import type { SubmissionResult } from "@conform-to/react";
import { useRevalidator } from "@remix-run/react";
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
  differences: Difference[];
  opened: object;
  theirs: object;
  yours: object;
};

const FORM = "conflict";

/**
 * Two versions of one record: only the fields that differ, theirs beside yours, with what was there before. Chosen
 * beforehand is the version of whoever alone changed a field; where both did, nothing is.
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
  const { by, differences, opened, theirs, yours } = conflict;
  const { revalidate } = useRevalidator();
  return (
    <>
      {form.status === "error" ? null : (
        <Notification kind="warning" title={by} live>
          <p>
            Nothing of yours is lost or saved yet. Choose a version for each field that differs,
            then save.
          </p>
        </Notification>
      )}
      <AppForm form={form}>
        <input type="hidden" name="by" value={by} />
        <input type="hidden" name="was" value={JSON.stringify(opened)} />
        <input type="hidden" name="opened" value={JSON.stringify(theirs)} />
        <input type="hidden" name="yours" value={JSON.stringify(yours)} />
        <p className="cluster">
          <Button type="submit" kind="quiet" size="small" name="all" value="theirs">
            Use all of theirs
          </Button>
          <Button type="submit" kind="quiet" size="small" name="all" value="yours">
            Use all of yours
          </Button>
        </p>
        {differences.map((difference) => (
          <FieldChoice
            // Buttons that choose all of one version show it anew.
            key={`${difference.name} ${difference.chosen ?? ""}`}
            difference={difference}
            errors={form.allErrors[`choice.${difference.name}`]}
          />
        ))}
        <p className="hint">
          Where only one of you changed a field, that version is chosen for you. Where both did,
          nothing is chosen.
        </p>
        <SubmitButton
          after={
            // The page behind was read before they saved, and an answer that nothing is saved does not read it again.
            <DialogCancel back={back} onLeave={revalidate}>
              Discard mine and keep theirs
            </DialogCancel>
          }
        >
          Save the chosen versions
        </SubmitButton>
      </AppForm>
    </>
  );
}

function FieldChoice({
  difference,
  errors = [],
}: {
  difference: Difference;
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
        {changed_by === "both" ? <Badge tone="act">Both changed</Badge> : null}
      </p>
      {errors.map((error) => (
        <ErrorText key={error} id={`${id}-error`}>
          {error}
        </ErrorText>
      ))}
      <div className="conflict-form-versions">
        <VersionRadio id={id} difference={difference} version="theirs" title="Theirs" />
        <VersionRadio id={`${id}-yours`} difference={difference} version="yours" title="Yours" />
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
