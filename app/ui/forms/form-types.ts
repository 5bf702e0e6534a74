import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { createContext, type ReactNode } from "react";

/** Conform's metadata of a field, whatever the form around it. */
export type AnyField = FieldMetadata;

export type FieldsOf<Shape> = Required<{ [Name in keyof Shape]: FieldMetadata<Shape[Name]> }>;

/** Conform's metadata of a form, whatever its fields. */
export type AnyForm = FormMetadata;

/** The plain values that a field component shows, from Conform or without it. */
export type FieldProps = {
  id: string;
  name: string;
  value?: string | undefined;
  errors?: readonly string[] | undefined;
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

/** What every field may be given beside its label. */
export type FieldTexts = {
  hint?: ReactNode;
  /** Says "(optional)" after the label. */
  optional?: boolean;
  disabled?: boolean;
};
