import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { createContext, type ReactNode } from "react";

export type AnyField = FieldMetadata;

export type FieldsOf<Shape> = Required<{ [Name in keyof Shape]: FieldMetadata<Shape[Name]> }>;

export type AnyForm = FormMetadata;

/** Props of a field component. They come from Conform, or from a form that does not use it. */
export type FieldProps = {
  id: string;
  name: string;
  value?: string | undefined;
  errors?: readonly string[] | undefined;
};

/**
 * Function that returns the short label of a question, given its field name, for the error summary.
 */
export type QuestionNames = (field: string) => string | undefined;

/**
 * Returns a function that labels fields by the part of the form they are in: "sellers[1].email" is
 * "Seller 2".
 */
export function labelByPart(parts: Readonly<Record<string, string>>): QuestionNames {
  return (field) => {
    for (const [, name = "", index] of field.matchAll(/(\w+)(?:\[(\d+)\])?/g)) {
      const part = parts[name];
      if (part) return index ? `${part} ${Number(index) + 1}` : part;
    }
    return undefined;
  };
}

/** Value of `intent` for an autosave, which neither validates the form nor calls vendors. */
export const AUTOSAVE_INTENT = "keep";

/** Id of the form whose errors are already listed above the page’s h1. */
export const SummaryShownFor = createContext<string | undefined>(undefined);

/**
 * Returns the id of a field. The id is the same in every render, because the error summary links to
 * it.
 */
export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replaceAll("]", "").replaceAll(/[.[]/g, "-")}`;
}

export type FieldTexts = {
  hint?: ReactNode;
  optional?: boolean;
  disabled?: boolean;
};
