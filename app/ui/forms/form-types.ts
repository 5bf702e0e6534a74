import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { createContext, type ReactNode } from "react";

export type AnyField = FieldMetadata;

export type FieldsOf<Shape> = Required<{ [Name in keyof Shape]: FieldMetadata<Shape[Name]> }>;

export type AnyForm = FormMetadata;

/** Props of a field component, from Conform or without it. */
export type FieldProps = {
  id: string;
  name: string;
  value?: string | undefined;
  errors?: readonly string[] | undefined;
};

/** Short label of a question by field name, for the error summary. */
export type QuestionNames = (field: string) => string | undefined;

/** Labels fields by their part of the form: "sellers[1].email" is "Seller 2". */
export function labelByPart(parts: Readonly<Record<string, string>>): QuestionNames {
  return (field) => {
    for (const [, name = "", index] of field.matchAll(/(\w+)(?:\[(\d+)\])?/g)) {
      const part = parts[name];
      if (part) return index ? `${part} ${Number(index) + 1}` : part;
    }
    return undefined;
  };
}

/** Value of `intent` that autosaves: no validation, no calls to vendors. */
export const AUTOSAVE_INTENT = "keep";

/** Id of the form whose errors the page already shows above its h1. */
export const SummaryShownFor = createContext<string | undefined>(undefined);

/** Returns a field’s id, stable across renders because the error summary links to it. */
export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replaceAll("]", "").replaceAll(/[.[]/g, "-")}`;
}

export type FieldTexts = {
  hint?: ReactNode;
  optional?: boolean;
  disabled?: boolean;
};
