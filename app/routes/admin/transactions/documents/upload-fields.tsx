import { FileField } from "#app/ui/forms/file-field.tsx";
import type { FieldProps } from "#app/ui/forms/form-types.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";

/**
 * Renders the fields of an upload by staff. The files come last, because the server reads the form
 * as a stream.
 */
export function UploadFields({
  targets,
  answers,
  files,
}: {
  targets: readonly { value: string; label: string }[];
  answers: FieldProps;
  files: FieldProps;
}) {
  const { id, name, errors } = files;
  return (
    <>
      <SelectField
        {...answers}
        label="Where do they belong?"
        hint="The people on this side will see the files. If you choose a request, it will be marked as received. No emails are sent."
        empty="Choose a request or a side"
        options={targets}
      />
      <FileField id={id} name={name} errors={errors} label="Files" />
    </>
  );
}
