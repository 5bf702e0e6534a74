import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { ReplaceSolicitorsForm } from "#app/domain/assignments/replace-solicitors.server.ts";
import { solicitorsForm } from "#app/domain/assignments/solicitors-choice.server.ts";
import { ReplaceEstateAgentForm } from "#app/domain/assignments/estate-agent.server.ts";
import { staffTextLine, staffTextLines } from "#app/domain/shared/free-text.server.ts";
import { ReviewForm } from "#app/domain/payments/resolve-review.server.ts";
import { CorrectionAnswerForm, CorrectionForm } from "#app/domain/privacy/corrections.server.ts";
import { RefusalForm } from "#app/domain/privacy/privacy-requests.server.ts";
import { StageNoteForm } from "#app/domain/stages/notes.server.ts";

const WORDS = "£5,000, deposit 10% = €6k (§ 3) #2 [a] {b} <c> ~*^|\\ “x” – it’s ™ 😀";
const id = "a".repeat(24);

const FORMS: Record<string, [form: z.ZodType, field: string, others: object]> = {
  "a note at a stage": [StageNoteForm, "note", { stage: "exchange", reader: "both" }],
  "a comment to the seller’s solicitor": [solicitorsForm("buyer"), "seller_comments", {}],
  "a comment to the buyer’s solicitor": [solicitorsForm("seller"), "buyer_comments", {}],
  "a comment to a replacement solicitor": [ReplaceSolicitorsForm, "comments", {}],
  "a reason for replacing a solicitor": [ReplaceSolicitorsForm, "reason", {}],
  "a reason for replacing an estate agent": [ReplaceEstateAgentForm, "reason", {}],
  "a note on a payment": [ReviewForm, "note", {}],
  "an answer to a correction request": [CorrectionAnswerForm, "answer", { outcome: "corrected" }],
  "a reason for a refusal": [RefusalForm, "reason", {}],
};

const OTHERS = {
  replacement_id: id,
  seller_lawyer_group_id: id,
  buyer_lawyer_group_id: id,
  reason: "x",
};

test.each(Object.entries(FORMS))(
  "staff text keeps every printable character of %s (ST-11)",
  (_, [form, field, others]) => {
    expect(form.parse({ ...OTHERS, ...others, [field]: WORDS })).toMatchObject({ [field]: WORDS });
  },
);

test("text that a customer types is still cleaned (V-026)", () => {
  expect(CorrectionForm.parse({ request_text: "£5,000 = 10% #2" }).request_text).toBe(
    "5,000  10 2",
  );
});

describe("staff text (ST-11)", () => {
  test.each([
    [" £1\t =\u00a0x\r\ny ", "£1 = x y", "£1  = x\ny"],
    ["a\0b\u0007\u202e\ud800c", "abc", "abc"],
    ["Ty\u0302", "Tŷ", "Tŷ"],
    ["👩‍👧", "👩‍👧", "👩‍👧"],
    ["\u200b", "", ""],
  ])(
    "the staff text %j is cleaned to %j on one line and to %j on several lines",
    (typed, line, lines) => {
      expect(staffTextLine(typed)).toBe(line);
      expect(staffTextLines(typed)).toBe(lines);
    },
  );

  test("very long staff text is cleaned in reasonable time", () => {
    const long = " \u0301£".repeat(35_000);
    expect(staffTextLine(long).length).toBeGreaterThan(60_000);
    expect(staffTextLines(long).length).toBeGreaterThan(60_000);
  });
});
