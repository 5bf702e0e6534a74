import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import type { ExportRole } from "#app/domain/property-information/export-roles.ts";
import {
  type PropertyInformationOutput,
  toOutput,
} from "#app/domain/property-information/output.server.ts";
import { renderPropertyInformation } from "#app/pdf/pdf.server.ts";
import { ADDRESSES, NAMES } from "./names-and-addresses.ts";
import type { PropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { HOUSE } from "#tests/domain/property-information/homes.ts";
import { exampleInformation } from "#tests/support/property-information.ts";

async function readBack(output: PropertyInformationOutput): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await renderPropertyInformation(output)));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

const request = {
  id: "65a0000000000000000000d1",
  title: null,
  missing_reason: null,
  due_on: "2026-12-01",
};

/** Returns the information of a house that Tom answered before Grace confirmed it. */
function houseInformation(): PropertyInformation {
  const tom = { user_id: "65a000000000000000000003", first_name: "Tom", last_name: "Adeyemi" };
  const grace = { user_id: "65a000000000000000000001", first_name: "Grace" };
  return exampleInformation({
    answers: HOUSE,
    given: Object.entries(HOUSE).map(([question, answer = null]) => ({
      ...tom,
      question,
      answer,
      answered_at: "2026-11-19T10:00:00Z",
    })),
    confirmed_at: new Date("2026-11-20T10:00:00Z"),
    confirmations: [{ ...grace, name: "Grace Adeyemi", confirmed_at: "2026-11-20T10:00:00Z" }],
    documents: [
      { ...request, kind: "guarantee", question: "guarantees", status: "received" },
      { ...request, kind: "lease", question: null, status: "not_needed" },
    ],
  });
}

describe("the PDF of the property information", () => {
  test("numbers the sections and questions, with who gave each answer and when", async () => {
    const text = await readBack(toOutput(houseInformation(), "buyer_solicitor"));
    expect(text).toContain("1. Building and rooms 1.1 What kind of home is it? House");
    expect(text).toContain(
      "3.1 Which council tax band is the home in? C Tom Adeyemi, 19 November 2026",
    );
    expect(text).toContain("2.2 How do you own the home? Freehold From the seller’s sign-up");
    expect(text).toContain("Confirmed by Grace Adeyemi on 20 November 2026.");
    expect(text).toContain("15. Who lives there and what stays");
  });

  test("prints a long answer of many lines over several pages, in any script", async () => {
    const info = houseInformation();
    const lines = [...NAMES, ...ADDRESSES];
    const answers = { ...info.answers, listed: "yes", listed_details: lines.join("\n") };
    const text = (await readBack(toOutput({ ...info, answers }, "staff"))).normalize("NFC");
    const close = (words: string) => words.normalize("NFC").replaceAll(/\s/g, "");
    expect(lines.filter((line) => !close(text).includes(close(line)))).toEqual([]);
  });

  test("marks an answer that changed after the sellers confirmed it", async () => {
    const info = houseInformation();
    const given = info.given.map((each) =>
      each.question === "asbestos" ? { ...each, answered_at: "2026-11-25T10:00:00Z" } : each,
    );
    const mark = "Changed after the sellers confirmed it";
    expect(await readBack(toOutput(info, "staff"))).not.toContain(mark);
    const text = await readBack(toOutput({ ...info, given }, "staff"));
    expect(text.split(mark)).toHaveLength(2);
    expect(text).toContain(
      `Do you know of any asbestos in the home? No Tom Adeyemi, 25 November 2026 ${mark}`,
    );
  });

  test("lists the documents with their states, without those that are not needed", async () => {
    const text = await readBack(toOutput(houseInformation(), "staff"));
    expect(text).toContain("Documents Guarantee: received Facts");
  });

  test("lists the facts that are missing", async () => {
    const info = houseInformation();
    const answers = { ...info.answers, council_tax_band: undefined };
    const text = await readBack(toOutput({ ...info, answers }, "staff"));
    expect(text).toContain("Facts that are missing Council tax band: not answered");
    expect(await readBack(toOutput(info, "staff"))).toContain("No facts are missing.");
  });

  test.each<[ExportRole, boolean]>([
    ["buyer_solicitor", true],
    ["estate_agent", false],
  ])("names the other people who live there: for %s %s", async (role, named) => {
    const info = houseInformation();
    const answers = { ...info.answers, other_adults: "yes", other_adults_names: "Ada Lovelace" };
    const text = await readBack(toOutput({ ...info, answers }, role));
    expect(text.includes("Ada Lovelace")).toBe(named);
    expect(text).not.toContain("ada@example.com");
  });
});
