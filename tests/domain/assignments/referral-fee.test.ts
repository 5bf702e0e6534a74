import { describe, expect, test } from "vitest";
import { referralFeeText } from "#app/domain/assignments/referral-fee.ts";
import {
  readReferralFeeForm,
  ReferralFeeForm,
  updateReferralFee,
} from "#app/domain/assignments/referral-fee.server.ts";
import { changeText, listChanges } from "#app/domain/history/changes.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import {
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

type Place = Parameters<typeof updateReferralFee>[1];

async function save(place: Place, typed: object) {
  const staff = await signIn(db, { type: "admin" });
  const opened = toVersion(await readReferralFeeForm(db, service, place));
  const actor = { id: staff.id, request_id: "" };
  await updateReferralFee(db, place, ReferralFeeForm.parse(typed), { actor, opened });
}

describe("the referral fee of a side", () => {
  test("is unknown until staff record it, and again once they clear it", async () => {
    const { id } = await createMatter(db);
    const place = { transaction_id: id, purchase_intent_id: null };
    const unknown = { referral_fee_paid: "not_known", referral_fee: null };
    const paid = { referral_fee_paid: "yes", referral_fee: "Harbour Homes, £150" };
    expect(await readReferralFeeForm(db, service, place)).toEqual(unknown);
    await save(place, paid);
    expect(await readReferralFeeForm(db, service, place)).toEqual(paid);
    await save(place, { ...paid, referral_fee_paid: "not_known" });
    expect(await readReferralFeeForm(db, service, place)).toEqual(unknown);
    expect((await listChanges(db, service, id)).map(changeText)).toEqual([
      "Referral fee paid: set to Yes",
      "Referral fee: set to Harbour Homes, £150",
      "Referral fee paid: removed, was Yes",
      "Referral fee: removed, was Harbour Homes, £150",
    ]);
  });

  test("of the buyers belongs to their purchase", async () => {
    const sold = await createMatter(db);
    const one = await createPurchaseAtStage(db, sold, { active: true });
    const other = await createPurchaseAtStage(db, sold, { first_name: "Cy" });
    const placeOf = (purchase_intent_id: string | null) => ({
      ...{ transaction_id: sold.id, purchase_intent_id },
    });
    await save(placeOf(one.id), { referral_fee_paid: "no" });
    const paid = async (purchase_intent_id: string | null) =>
      (await readReferralFeeForm(db, service, placeOf(purchase_intent_id))).referral_fee_paid;
    expect([await paid(one.id), await paid(other.id), await paid(null)]).toEqual([
      ...["no", "not_known", "not_known"],
    ]);
  });

  test("is not found for a purchase of another matter", async () => {
    const sold = await createMatter(db);
    const { id: transaction_id } = await createMatter(db);
    const purchase = await createPurchaseAtStage(db, sold, { active: true });
    const place = { transaction_id, purchase_intent_id: purchase.id };
    await expect(readReferralFeeForm(db, service, place)).rejects.toThrow("not found");
  });

  test.each(["", "   "])("needs the introducer and the amount once it is paid (“%s”)", (text) => {
    const typed = { referral_fee_paid: "yes", referral_fee: text };
    expect(ReferralFeeForm.safeParse(typed).error?.issues).toMatchObject([
      { path: ["referral_fee"], message: "Enter who is paid, and how much" },
    ]);
  });

  test.each([
    [null, null, null],
    [false, null, "None"],
    [true, "Harbour Homes, £150", "Harbour Homes, £150"],
  ])("that is %s, with the details %s, reads %s", (referral_fee_paid, referral_fee, text) => {
    expect(referralFeeText({ referral_fee_paid, referral_fee })).toBe(text);
  });
});
