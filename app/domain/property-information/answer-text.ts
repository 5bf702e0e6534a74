import { formatPence } from "#app/domain/shared/money.ts";
import { type Answer, NOT_SURE, type Question } from "./question-type.ts";

const YES_NO_LABELS: Record<string, string> = { yes: "Yes", no: "No" };

/** Words for the answer “Not sure”. */
const NOT_SURE_LABEL = "Not sure";

/** Returns an answer in words, such as “Yes”, “£250.00” or “A driveway, on the street”. */
export function answerText(question: Question, answer: Answer): string {
  if (answer === NOT_SURE) return NOT_SURE_LABEL;
  return [answer]
    .flat()
    .map((value) => valueText(question, value))
    .join(", ");
}

function valueText({ kind, options }: Question, value: string): string {
  if (kind === "yes_no") return YES_NO_LABELS[value] ?? value;
  if (kind === "pence") return formatPence(Number(value));
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** Returns an answer as people would type it: “250.00” for 25000 pence. Empty for “Not sure”. */
export function typedText({ kind }: Question, answer: Answer | null): string {
  if (answer === null || answer === NOT_SURE || typeof answer !== "string") return "";
  return kind === "pence" ? (Number(answer) / 100).toFixed(2) : answer;
}
