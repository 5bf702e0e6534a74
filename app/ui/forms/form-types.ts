import type { FormMetadata } from "@conform-to/react";
import { createContext, type ReactNode } from "react";

/** What a field component needs of Conform's metadata, whatever the form around it. */
export type AnyField = {
  key: string | undefined;
  name: string;
  formId: string;
  initialValue: unknown;
  errors: string[] | undefined;
};

/**
 * Reads what a component needs of its field once: Conform computes a property anew on every access, and copies a list
 * to keep track of it.
 */
export function readField({ key, name, formId, initialValue, errors }: AnyField): AnyField {
  return { key, name, formId, initialValue, errors };
}

/** What the frame and the summary need of a form. */
export type AnyForm = Pick<FormMetadata, "status" | "onSubmit" | "noValidate"> & {
  id: string;
  errors: string[] | undefined;
  allErrors: Record<string, string[]>;
};

/** What a question is called in few words, by the name of its field: the error summary says whose error it is. */
export type QuestionNames = (field: string) => string | undefined;

/**
 * Calls each question after the part of the form that it belongs to: "sellers[1].email" after its row, "Seller 2".
 *
 * @param parts what they are called, by the names of their fields
 */
export function namePart(parts: Readonly<Record<string, string>>): QuestionNames {
  return (field) => {
    for (const [, name = "", index] of field.matchAll(/(\w+)(?:\[(\d+)\])?/g)) {
      const part = parts[name];
      if (part) return index ? `${part} ${Number(index) + 1}` : part;
    }
    return undefined;
  };
}

/** What a form posts as `intent` to be kept as it is: nothing is checked, and no vendor is asked. */
export const KEEP_INTENT = "keep";

/** The id of the form whose errors the page already sums up above its h1. */
export const SummaryShownFor = createContext<string | undefined>(undefined);

/**
 * A field's id, made of the form's id and the field's name, so that it is the same in every rendering: the error
 * summary links to it.
 */
export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replaceAll("]", "").replaceAll(/[.[]/g, "-")}`;
}

export function initialText(field: AnyField): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : undefined;
}

/** What every field may be given beside its label. */
export type FieldTexts = {
  hint?: ReactNode;
  /** Says "(optional)" after the label. */
  optional?: boolean;
  disabled?: boolean;
};
