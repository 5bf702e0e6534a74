import {
  staffTextLine as line,
  staffTextLines as lines,
} from "#app/domain/shared/free-text.server.ts";
import { INVALID_EMAIL, SELECT_AN_OPTION, tooManyCharacters } from "#app/domain/shared/messages.ts";
import { emailAddress } from "#app/domain/shared/names.server.ts";
import { type Answer, NOT_SURE, type Question } from "./question-type.ts";
import { parseRooms } from "./rooms.ts";

/** Result of reading an answer: null for an empty one, or the error that the page shows. */
type ParsedAnswer = { answer: Answer | null } | { error: string };

const TEXT_LENGTH = 2000;
const LINE_LENGTH = 255;
const MOST_PENCE = 100_000_000_00;
const FIRST_YEAR = 1500;
const POUNDS = /^£? ?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/;

/** Value of an option that excludes all others, such as “There is no parking”. */
const NONE = "None";

/**
 * Reads the answer to one question from the submitted values of its field. Text keeps every
 * printable character, because an answer without its “£” or “%” would say something else.
 * @param values all values of the field; “Not sure” is `NOT_SURE` for every kind
 * @param today day in London, YYYY-MM-DD; no year may be later
 */
export function parseAnswer(
  question: Question,
  values: readonly string[],
  today: string,
): ParsedAnswer {
  const typed = values.map((value) => value.trim()).filter((value) => value !== "");
  if (typed.length === 0) return { answer: null };
  if (typed.includes(NOT_SURE)) {
    const others = typed.filter((value) => value !== NOT_SURE);
    if (others.length === 0) return { answer: NOT_SURE };
    return { error: `${question.label}: give an answer or select “Not sure”, not both` };
  }
  if (question.kind === "several") return chosen(question, typed);
  const [value = ""] = typed;
  if (question.kind === "yes_no") return option(["yes", "no"], value);
  if (question.kind === "choice") {
    return option(
      (question.options ?? []).map((each) => each.value),
      value,
    );
  }
  return written(question, value, today);
}

function option(offered: readonly string[], value: string): ParsedAnswer {
  return offered.includes(value) ? { answer: value } : { error: SELECT_AN_OPTION };
}

function chosen({ label, options = [] }: Question, values: readonly string[]): ParsedAnswer {
  if (!values.every((value) => options.some((each) => each.value === value))) {
    return { error: SELECT_AN_OPTION };
  }
  const none = options.find(({ value }) => value === NONE);
  if (none && values.includes(NONE) && values.length > 1) {
    return { error: `${label}: select “${none.label}” alone, or clear it` };
  }
  return { answer: options.map(({ value }) => value).filter((value) => values.includes(value)) };
}

function written(question: Question, typed: string, today: string): ParsedAnswer {
  const { kind, label } = question;
  if (kind === "whole_number" || kind === "number") return parseNumber(question, typed);
  if (kind === "pence") return parsePence(label, typed);
  if (kind === "year") return parseYear(label, typed, today);
  if (kind === "email") {
    const address = emailAddress().safeParse(typed);
    return address.success ? { answer: address.data } : { error: INVALID_EMAIL };
  }
  const isLine = kind === "short_text";
  const text = isLine ? line(typed) : lines(typed);
  const most = isLine ? LINE_LENGTH : TEXT_LENGTH;
  if (Array.from(text).length > most)
    return { error: `${label}: ${lower(tooManyCharacters(most))}` };
  if (kind === "rooms") {
    const { unread } = parseRooms(text);
    if (unread !== null) {
      return {
        error: `${label}: enter each room on its own line, like “Kitchen 3.2 x 4.1”. We couldn’t read “${unread}”`,
      };
    }
  }
  return { answer: text === "" ? null : text };
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function parseNumber({ kind, label, range }: Question, typed: string): ParsedAnswer {
  const [least, most] = range ?? [0, Number.MAX_SAFE_INTEGER];
  const isWhole = kind === "whole_number";
  const pattern = isWhole ? /^\d{1,15}$/ : /^\d{1,12}(?:\.\d{1,3})?$/;
  const plain = typed.replace(/ ?%$/, "");
  const number = pattern.test(plain) ? Number(plain) : Number.NaN;
  if (number >= least && number <= most) return { answer: String(number) };
  const noun = isWhole ? "a whole number" : "a number";
  return { error: `${label}: enter ${noun} from ${least} to ${most}` };
}

function parsePence(label: string, typed: string): ParsedAnswer {
  const [, pounds, pennies = ""] = POUNDS.exec(typed) ?? [];
  if (pounds === undefined) {
    return { error: `${label}: enter an amount in pounds, like 250 or 250.50` };
  }
  const pence = Number(pounds.replaceAll(",", "")) * 100 + Number(pennies.padEnd(2, "0"));
  if (pence > MOST_PENCE) return { error: `${label}: enter an amount below £100 million` };
  return { answer: String(pence) };
}

function parseYear(label: string, typed: string, today: string): ParsedAnswer {
  const last = Number(today.slice(0, 4));
  const year = /^\d{4}$/.test(typed) ? Number(typed) : Number.NaN;
  if (year >= FIRST_YEAR && year <= last) return { answer: String(year) };
  return { error: `${label}: enter a year from ${FIRST_YEAR} to ${last}, like 1998` };
}
