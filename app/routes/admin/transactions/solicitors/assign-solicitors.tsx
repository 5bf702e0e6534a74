import type { ComponentProps } from "react";
import { AssignForm } from "./assign-form.tsx";
import { ConfirmSolicitors } from "./confirm-solicitors.tsx";

type Form = ComponentProps<typeof AssignForm>;

/** What the action answers (respond-to-assign.server.ts). */
type Result =
  | ({ step: "form" } & Pick<Form, "values" | "lastResult">)
  | ({ step: "confirm" } & Omit<ComponentProps<typeof ConfirmSolicitors>, "back">);

/** The form, and when it has passed its confirmation: of a transaction, or of those of a group. */
export function AssignSolicitors({
  result,
  ...form
}: Omit<Form, "values" | "lastResult"> & { result: Result | undefined }) {
  if (result?.step === "confirm") return <ConfirmSolicitors {...result} back={form.back} />;
  return <AssignForm {...form} values={result?.values} lastResult={result?.lastResult ?? null} />;
}
