import { z } from "zod";

/**
 * The `when` of a rule between the fields of a form: it speaks although other fields are wrong, so that everything
 * wrong is said at once. Such a rule must read values that may not have passed their own rules.
 */
export const betweenFields = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/**
 * The last check of a form: errors in the order of its fields, which is the order of the page, wherever the rules
 * stand. The error summary lists them so.
 */
export function inPageOrder(form: z.ZodObject) {
  const fields = Object.keys(form.shape);
  const place = ({ path }: z.core.$ZodRawIssue) => fields.indexOf(String(path?.[0]));
  return z.superRefine<unknown>((_, { issues }) => {
    issues.sort((one, other) => place(one) - place(other));
  }, betweenFields);
}
