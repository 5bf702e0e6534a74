/** Fee that someone is paid for introducing the clients of one side to their law firm. */
type ReferralFee = {
  /** Null if we don’t know whether a fee is paid. */
  referral_fee_paid: boolean | null;
  /** The introducer and the amount; null if no fee is paid. */
  referral_fee: string | null;
};

/** Returns the fee for staff and for letters; null if it is unknown. */
export function referralFeeText({ referral_fee_paid, referral_fee }: ReferralFee): string | null {
  return referral_fee_paid === null ? null : (referral_fee ?? "None");
}
