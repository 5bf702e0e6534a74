import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { renderMatterFile, renderReport, renderTerms } from "#app/pdf/pdf.server.ts";
import { ADDRESSES, NAMES, RIGHT_TO_LEFT } from "./names-and-addresses.ts";

const texts = [...NAMES, ...ADDRESSES];
const NOW = new Date("2026-12-01T09:00:00Z");
const ID = "0".repeat(24);

const PRINTED = {
  terms: ({ name = NAMES.join("\n"), address = ADDRESSES.join("\n") } = {}) =>
    renderTerms({
      terms: { title: "Seller terms", version: "Version 1", parts: [] },
      first_name: "Ada",
      accepted_by: name,
      accepted_at: "1 December 2026",
      act: "sale",
      property: address,
      is_draft: false,
      page: "/terms",
    }),
  "property search report": () =>
    renderReport({
      transaction_id: ID,
      reference: "R-1",
      address: "Tŷ Gwyn",
      content: {
        findings: texts.map((quote) => ({
          topic: "flood_zone" as const,
          document: "Local search",
          page: 1,
          quote,
        })),
        documents: [],
        left_out: [],
        unsupported: 0,
      },
      model: "rules",
      generated_at: NOW,
      id: ID,
      s3_document_key: "",
      critical_issues_count: texts.length,
      significant_issues_count: 0,
      overall_risk_rating: "high",
    }),
  "matter file": () =>
    renderMatterFile({
      id: ID,
      address: "Tŷ Gwyn, 3 Ffordd y Bont, LL61 5UJ",
      sections: [{ title: "Sellers", rows: texts.map((text) => ({ term: "Seller", text })) }],
      timeline: [],
      changes: [],
      letters: [],
      sent: [],
      received: [],
      documents: [],
    }),
};

async function readBack(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: true,
  });
  return text.normalize("NFC");
}

/** Removes spaces, because a line in the PDF may break anywhere in the text. */
const close = (text: string) => text.normalize("NFC").replaceAll(/\s/g, "");

// First in this file, because a letter that was printed once without an accent hides the fault.
test("a PDF prints a letter whose accented form was printed before in another PDF (IN-1)", async () => {
  await PRINTED.terms({ name: "Ṑ Ĩ Ώ Ѓ" });
  expect(await readBack(await PRINTED.terms({ name: "O-I ı Ω Г" }))).toContain("O-I ı Ω Г");
});

for (const [kind, print] of Object.entries(PRINTED)) {
  test(`the PDF of the ${kind} prints fifty names and twenty Welsh addresses as typed (IN-1)`, async () => {
    const read = close(await readBack(await print()));
    expect(texts.filter((text) => !read.includes(close(text)))).toEqual([]);
    expect(read).not.toContain("?");
  });
}

test.each(RIGHT_TO_LEFT)(
  "a PDF prints every letter of the name %s (IN-1)",
  async (right_to_left) => {
    const pdf = await PRINTED.terms({ name: right_to_left });
    const read = new Set(await readBack(pdf));
    expect(Array.from(right_to_left).filter((letter) => !read.has(letter))).toEqual([]);
  },
);

test("a PDF of accepted terms is smaller than 60 kB in any script (IN-1)", async () => {
  for (const text of [...NAMES, ...RIGHT_TO_LEFT]) {
    const pdf = await PRINTED.terms({ name: text, address: "Tŷ Gwyn" });
    expect(pdf.length, text).toBeLessThan(60_000);
  }
});

test("a PDF joins an accent to its letter and omits invisible control characters (IN-1)", async () => {
  const pdf = await PRINTED.terms({ name: "Ty\u0302 Gwyn\u0000\u202e" });
  expect(await readBack(pdf)).toContain("Accepted by Tŷ Gwyn on");
});
