import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import type { AnyField } from "#app/ui/forms/form-types.ts";

/** What it is called whether somebody of an office gets the email of each Monday about leads. */
export const WEEKLY_LEADS = "Weekly leads email";

export function WeeklyLeadsField({ field }: { field: AnyField }) {
  return <Checkbox field={field}>Subscribed to the weekly leads email</Checkbox>;
}
