import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { renderMatterFile, renderReport, renderTerms } from "#app/pdf/pdf.server.ts";

/** What people are called and where they live, in each PDF as it was typed (IN-1). */

const NAMES = [
  // Latin
  "Łukasz Żółć-O'Brien", // Polish
  "Zdzisława Święcicka",
  "Jiří Dvořák", // Czech
  "Ľubomír Šťastný", // Slovak
  "Győző Hűvös", // Hungarian
  "Ștefan Țepeș", // Romanian
  "Şükrü Yıldırım Ağaoğlu", // Turkish
  "Əli Məmmədov", // Azerbaijani
  "Đorđe Čapljić", // Croatian
  "Žiga Krivec", // Slovene
  "Ģirts Ķēniņš", // Latvian
  "Šarūnas Žąsytė", // Lithuanian
  "Õie Jõgi", // Estonian
  "Åsa Öström", // Swedish
  "Søren Kjærgård", // Danish
  "Þórdís Guðmundsdóttir", // Icelandic
  "Ánte Čávžu-Ŋálggat", // Sámi
  "Größe Müßig", // German
  "François Lefèvre-Œuvray", // French
  "Núria Col·lell", // Catalan
  "Íñigo Muñoz Agüero", // Spanish
  "João Conceição", // Portuguese
  "Seán Ó Ḃriain", // Irish
  "Siân Gŵyl Ŷnys", // Welsh
  "Ġorġ Ħaż-Żebbuġ", // Maltese
  "Nguyễn Thị Phượng", // Vietnamese
  "Ọláolúwa Ṣóyínká", // Yoruba
  "Ɓala Ɗanjuma Ƙofa", // Hausa
  "Ērika Māori Tūhoe", // Māori
  "Kapiʻolani Kalākaua", // Hawaiian
  "Śrī Kṛṣṇa Ṭhākur", // Sanskrit, transliterated
  // Greek
  "Γιώργος Παπαδόπουλος",
  "Ἀθηνᾶ Ὠδή", // with the old accents
  // Cyrillic
  "Сергей Щёголев", // Russian
  "Їжакевич Ґалина Євгенівна", // Ukrainian
  "Ўладзімір Быкаў", // Belarusian
  "Љубица Ћирић Џајић", // Serbian
  "Ѓорѓи Ќосев", // Macedonian
  "Қасым Әлиұлы", // Kazakh
  "Өлзий Үүрдмаа", // Mongolian
  // Others
  "Արամ Խաչատրյան", // Armenian
  "გიორგი ჭავჭავაძე", // Georgian
  "李小龍", // Chinese
  "王秀英",
  "山田さくら", // Japanese
  "タカハシ ケン",
  "김민준", // Korean
  "สมชาย ใจดี", // Thai
  "ከበደ ተሰማ", // Amharic
  "ᓄᓇᕗᑦ", // Inuktitut
];

/** Names that are written from right to left: a reader of PDFs gives their letters in either order. */
const RIGHT_TO_LEFT = ["דוד כהן", "محمد علي", "فاطمة الزهراء", "یوسف گیلانی"];

const ADDRESSES = [
  "Tŷ Gwyn, 3 Ffordd y Bont, LL61 5UJ",
  "Tŷ’r Ysgol, Llanfairpwllgwyngyll, LL61 5UJ",
  "Tŷ Newydd, Llŷn, Pwllheli, LL53 6EA",
  "Plas-yn-Llŷn, Morfa Nefyn, LL53 6BY",
  "Bryn Môr, Ffordd y Môr, Aberystwyth, SY23 2AZ",
  "Pen-y-Ŵyn, Tŵr Gwyn, Bangor, LL57 2DG",
  "Dŵr y Felin, Castell-nedd, SA10 7RE",
  "Gŵyl Fair, Heol y Brenin, Llandeilo, SA19 6BA",
  "Cŵm Cynon, Aberdâr, CF44 7LD",
  "Y Wîg, Heol Ŵyr, Y Bont-faen, CF71 7AA",
  "Fferm Tyddyn Ŷd, Llangefni, LL77 7UN",
  "Tir-y-Dâil, Rhydaman, SA18 3AX",
  "Tŷ-Croes, Rhosneigr, LL63 5RW",
  "Maes-yr-Haf, Penrhyndeudraeth, LL48 6AS",
  "Trem yr Ẅyddfa, Llanberis, LL55 4SU",
  "Pont-rhyd-y-groes, Ystrad Meurig, SY25 6DJ",
  "Nant Ẁen, Betws-y-Coed, LL24 0AY",
  "Pennant Ẃyn, Llanwrtyd, LD5 4RA",
  "Bwthyn Ỳr Afon, Dolgellau, LL40 1YT",
  "Ïsfryn, Cilgerran, Aberteifi, SA43 2SQ",
];

const texts = [...NAMES, ...ADDRESSES];
const NOW = new Date("2026-12-01T09:00:00Z");
const ID = "0".repeat(24);

const PRINTED = {
  terms: ({ name = NAMES.join("\n"), address = ADDRESSES.join("\n") } = {}) =>
    renderTerms({
      terms: { title: "Seller terms", version: "Version 1", parts: [] },
      accepted_by: name,
      accepted_at: "1 December 2026",
      act: "sale",
      property: address,
      is_draft: false,
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

/** Lines break where they are full. */
const close = (text: string) => text.normalize("NFC").replaceAll(/\s/g, "");

for (const [kind, print] of Object.entries(PRINTED)) {
  test(`prints fifty names and twenty Welsh addresses as typed in the ${kind} (IN-1)`, async () => {
    const read = close(await readBack(await print()));
    expect(texts.filter((text) => !read.includes(close(text)))).toEqual([]);
    expect(read).not.toContain("?");
  });
}

test.each(RIGHT_TO_LEFT)("prints each letter of %s (IN-1)", async (right_to_left) => {
  const pdf = await PRINTED.terms({ name: right_to_left });
  const read = new Set(await readBack(pdf));
  expect([...right_to_left].filter((letter) => !read.has(letter))).toEqual([]);
});

test("keeps terms below 60 kB for any name (IN-1)", async () => {
  for (const text of [...NAMES, ...RIGHT_TO_LEFT]) {
    const pdf = await PRINTED.terms({ name: text, address: "Tŷ Gwyn" });
    expect(pdf.length, text).toBeLessThan(60_000);
  }
});

test("joins an accent to its letter and leaves out invisible controls (IN-1)", async () => {
  const pdf = await PRINTED.terms({ name: "Ty\u0302 Gwyn\u0000\u202e" });
  expect(await readBack(pdf)).toContain("Accepted by Tŷ Gwyn on");
});
