import { describe, expect, test } from "vitest";
import { answerText, typedText } from "#app/domain/property-information/answer-text.ts";
import { parseAnswer } from "#app/domain/property-information/parse-answer.server.ts";
import { type Answer, NOT_SURE } from "#app/domain/property-information/question-type.ts";
import { findQuestion, QUESTIONS } from "#app/domain/property-information/questions.ts";
import { valuesOf } from "./generated-answers.ts";

const TODAY = "2026-11-29";
const parse = (id: string, ...values: string[]) => parseAnswer(findQuestion(id)!, values, TODAY);

test.each<[string, string[], Answer | null]>([
  ["loft_access", ["yes"], "yes"],
  ["loft_access", [NOT_SURE], NOT_SURE],
  ["loft_access", [], null],
  ["loft_access", [""], null],
  ["property_type", ["Flat"], "Flat"],
  ["parking_arrangements", ["On Street", "Garage"], ["Garage", "On Street"]],
  ["parking_arrangements", ["None"], ["None"]],
  ["parking_arrangements", [NOT_SURE], NOT_SURE],
  ["floors_in_building", [" 12 "], "12"],
  ["entrance_floor", ["0"], "0"],
  ["shared_ownership_percentage", ["37.5"], "37.5"],
  ["shared_ownership_percentage", ["37.5%"], "37.5"],
  ["ground_rent_amount", ["250"], "25000"],
  ["ground_rent_amount", ["£1,250.5"], "125050"],
  ["ground_rent_amount", ["£ 0"], "0"],
  ["heating_year", ["2026"], "2026"],
  ["lease_start_year", ["1500"], "1500"],
  ["managing_agent_email", [" Agent@Example.com "], "agent@example.com"],
  ["managing_agent_name", ["Smith\n& Co"], "Smith & Co"],
  ["disputes_details", ["We paid £50,\r\n10% of it\u0000"], "We paid £50,\n10% of it"],
  ["disputes_details", ["", NOT_SURE], NOT_SURE],
  ["disputes_details", ["é".repeat(2000)], "é".repeat(2000)],
  ["disputes_details", ["\u200b"], null],
  ["rooms", ["Kitchen 3.2 x 4.1\n\nBedroom 1: 3m × 4m"], "Kitchen 3.2 x 4.1\n\nBedroom 1: 3m × 4m"],
])("%s reads %j as %j", (id, values, answer) => {
  expect(parse(id, ...values)).toEqual({ answer });
});

test.each<[string, string[], string]>([
  ["loft_access", ["maybe"], "Please select an option"],
  ["property_type", ["Castle"], "Please select an option"],
  ["parking_arrangements", ["Garage", "Helipad"], "Please select an option"],
  [
    "parking_arrangements",
    ["Garage", "None"],
    "Parking: select “There is no parking” alone, or clear it",
  ],
  [
    "parking_arrangements",
    ["Garage", NOT_SURE],
    "Parking: give an answer or select “Not sure”, not both",
  ],
  [
    "disputes_details",
    ["A wall", NOT_SURE],
    "Details of the dispute: give an answer or select “Not sure”, not both",
  ],
  ["floors_in_building", ["0"], "Floors in the building: enter a whole number from 1 to 100"],
  ["floors_in_building", ["2.5"], "Floors in the building: enter a whole number from 1 to 100"],
  ["floors_in_building", ["two"], "Floors in the building: enter a whole number from 1 to 100"],
  [
    "shared_ownership_percentage",
    ["100"],
    "Sellers’ share of the home: enter a number from 5 to 99",
  ],
  [
    "ground_rent_amount",
    ["-1"],
    "Amount of the ground rent: enter an amount in pounds, like 250 or 250.50",
  ],
  [
    "ground_rent_amount",
    ["1,00"],
    "Amount of the ground rent: enter an amount in pounds, like 250 or 250.50",
  ],
  [
    "ground_rent_amount",
    ["100000001"],
    "Amount of the ground rent: enter an amount below £100 million",
  ],
  ["heating_year", ["2027"], "Year of the heating: enter a year from 1500 to 2026, like 1998"],
  ["heating_year", ["98"], "Year of the heating: enter a year from 1500 to 2026, like 1998"],
  [
    "managing_agent_email",
    ["agent"],
    "Please enter a valid email address. It should look like name@example.com",
  ],
  ["managing_agent_name", ["x".repeat(256)], "Managing agent: enter at most 255 characters"],
  [
    "disputes_details",
    ["😀".repeat(2001)],
    "Details of the dispute: enter at most 2,000 characters",
  ],
  [
    "rooms",
    ["Kitchen 3 x 4\nHall"],
    "Room sizes: enter each room on its own line, like “Kitchen 3.2 x 4.1”. We couldn’t read “Hall”",
  ],
  [
    "rooms",
    ["3 x 4"],
    "Room sizes: enter each room on its own line, like “Kitchen 3.2 x 4.1”. We couldn’t read “3 x 4”",
  ],
])("%s refuses %j", (id, values, error) => {
  expect(parse(id, ...values)).toEqual({ error });
});

test("every value of every question can be typed and reads back as the same answer", () => {
  const wrong = QUESTIONS.flatMap((question) =>
    valuesOf(question)
      .map((value): Answer => (question.kind === "several" ? [value] : value))
      .filter((answer) => {
        const typed = question.kind === "several" ? [answer].flat() : [typedText(question, answer)];
        const parsed = parseAnswer(question, typed, TODAY);
        return !("answer" in parsed) || String(parsed.answer) !== String(answer);
      })
      .map((answer) => `${question.id}: ${String(answer)}`),
  );
  expect(wrong).toEqual([]);
});

describe("an answer in words", () => {
  test.each<[string, Answer, string]>([
    ["loft_access", "yes", "Yes"],
    ["loft_access", NOT_SURE, "Not sure"],
    ["built_form", "Mid-terrace", "Yes, it’s in the middle of a terrace"],
    ["parking_arrangements", ["Garage", "On Street"], "In a garage, On the street"],
    ["ground_rent_amount", "125050", "£1,250.50"],
    ["lease_start_year", "1998", "1998"],
  ])("%s shows %j as “%s”", (id, answer, text) => {
    expect(answerText(findQuestion(id)!, answer)).toBe(text);
  });
});
