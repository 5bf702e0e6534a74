import { createContext, type ReactNode } from "react";

/** What a field component needs to know, whatever the form around it. */
export type AnyField = {
  key: string | undefined;
  name: string;
  formId: string;
  initialValue: unknown;
  errors: string[] | undefined;
};

/** A field of a form: of `Value` are the types of what is typed, strings, and objects and lists of them. */
export type Field<Value> = AnyField & {
  /** Those of the whole form. */
  allErrors: Readonly<Record<string, string[]>>;
} & ([Value] extends [string | null | undefined]
    ? unknown
    : [Value] extends [readonly (infer Item)[] | null | undefined]
      ? { getFieldList: () => Field<Item>[] }
      : { getFieldset: () => FieldsOf<NonNullable<Value>> });

export type FieldsOf<Shape> = Required<{ [Name in keyof Shape]: Field<NonNullable<Shape[Name]>> }>;

/** What a form may be filled in with. */
export type Filled<Value> = Value extends string
  ? string | null | undefined
  : Value extends readonly (infer Item)[]
    ? readonly Filled<Item>[] | null | undefined
    : { readonly [Name in keyof Value]?: Filled<Value[Name]> } | null | undefined;

/** What the frame and the summary need of a form. */
export type AnyForm = {
  id: string;
  status: "error" | "success" | undefined;
  errors: string[] | undefined;
  allErrors: Readonly<Record<string, string[]>>;
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
