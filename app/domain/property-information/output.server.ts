/** The files that go to solicitors, estate agents, staff and sellers, and what they contain. */

import { addressLine } from "#app/domain/shared/address.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { type ExportRole, isForRole } from "./export-roles.ts";
import { findGaps } from "./gaps.ts";
import { toPdtf } from "./pdtf.ts";
import type { PropertyInformation } from "./read-property-information.server.ts";
import { visibleQuestions } from "./visible-questions.ts";

export type PropertyInformationOutput = ReturnType<typeof toOutput>;

/** Formats in which the property information can be downloaded, with their media types. */
export const FORMATS = { pdf: "application/pdf", json: "application/json" } as const;
export type Format = keyof typeof FORMATS;

export function isFormat(text: string): text is Format {
  return Object.hasOwn(FORMATS, text);
}

/** Returns the contents of both files for a reader with this role. */
export function toOutput(info: PropertyInformation, role: ExportRole) {
  const { id, address, asking_price_pounds, title_number, sellers } = info;
  const matter = { id, address, asking_price_pounds, title_number, sellers };
  return {
    info,
    role,
    property: addressLine(address),
    json: JSON.stringify(toPdtf(matter, info, role), null, 2),
    gaps: findGaps(matter, info).map(({ words }) => words),
    changed: changedAnswers(info, role),
  };
}

/** Returns the name of a file, such as "Fanlight property information.pdf". */
export function fileName(format: Format): string {
  return `${PRODUCT_NAME} property information.${format}`;
}

/**
 * Returns the answers that have changed after all sellers had confirmed them, without those that
 * are hidden now or not for this role.
 */
function changedAnswers(info: PropertyInformation, role: ExportRole) {
  const { confirmed_at, given } = info;
  if (!confirmed_at) return [];
  return visibleQuestions(info)
    .filter((question) => isForRole(question, role))
    .flatMap((question) =>
      given
        .filter(({ question: id, answered_at }) => {
          return id === question.id && new Date(answered_at) > confirmed_at;
        })
        .map(({ first_name, answered_at }) => ({
          label: question.label,
          first_name,
          answered_at,
        })),
    );
}
