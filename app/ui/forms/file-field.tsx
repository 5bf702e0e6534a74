import type { ReactNode } from "react";
import { UPLOAD_ACCEPT, UPLOAD_HINT } from "#app/domain/documents/uploaded-file.ts";
import { describe, FieldFrame } from "./field-frame.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";

/**
 * Renders a field for several files, or for one. Its form needs encType="multipart/form-data" and
 * an UploadProgress. A phone offers its camera too, because the field accepts photos.
 */
export function FileField({
  name,
  hint = UPLOAD_HINT,
  isSingle = false,
  ...frame
}: Omit<FieldProps, "value"> & FieldTexts & { label: ReactNode; isSingle?: boolean }) {
  return (
    <FieldFrame {...frame} hint={hint}>
      <input
        className="input file-input"
        type="file"
        name={name}
        multiple={!isSingle}
        accept={UPLOAD_ACCEPT}
        {...describe(frame, hint).control}
      />
    </FieldFrame>
  );
}

/** Shows the progress of an upload, if scripts run. It stands inside the form that it is for. */
export function UploadProgress() {
  return (
    <upload-progress>
      <progress max="100" value="0" aria-hidden="true" hidden />
      <p className="hint" role="status" />
    </upload-progress>
  );
}
