import { describe, expect, test } from "vitest";
import { toCsv } from "#app/domain/shared/csv.ts";

describe("CSV", () => {
  test("a row is separated by commas and starts the file with a byte order mark", () => {
    expect(
      toCsv([
        ["Owner", "Sales"],
        ["Hartley", 3, null],
      ]),
    ).toBe("\uFEFFOwner,Sales\r\nHartley,3,\r\n");
  });

  test("commas, quotes and line breaks are quoted", () => {
    expect(toCsv([['A, "B"', "C\nD"]])).toBe('\uFEFF"A, ""B""","C\nD"\r\n');
  });

  test.each([
    "=1+1",
    "+44 1904",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =1",
    "%0A=1",
    '=HYPERLINK("http://evil.example")',
  ])("the cell %j cannot run as a formula", (text) => {
    expect(toCsv([[text]])).toMatch(/^\uFEFF"?'/);
  });
});
