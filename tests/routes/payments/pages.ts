import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { action, loader } from "#app/routes/sell/payment.tsx";
import type { AtPayment } from "#tests/support/payments.ts";
import { get, post } from "#tests/support/call-route.ts";

export const toPath = ({ sale }: Pick<AtPayment, "sale">) =>
  `/sell/payment?sale=${sale.transaction_id}`;

export const show = (seller: AtPayment, query = "") =>
  get(loader, { cookie: seller.cookie, path: toPath(seller) + query });

export const submitPayment = (
  intent: string,
  fields: Record<string, string>,
  seller: Pick<AtPayment, "sale" | "cookie">,
) =>
  post(
    action,
    { ...(intent && { intent }), ...fields },
    { cookie: seller.cookie, path: toPath(seller) },
  );

export const submission = (code: string) => ({
  form_key: newIdempotencyKey("referral-code"),
  referral_code: code,
});

export const UNDISCOUNTED_PAGE = {
  code: null,
  summary: { subtotal_pence: 20_000, vat_pence: 4_000, discount_pence: 0, total_pence: 24_000 },
};
