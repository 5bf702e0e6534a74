import type { FirmReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";

/** The firm or office whose page is open, and the person who has opened it, for the header. */
export type FirmView = { name: string; email: string; sign_out: string };

export function firmView({ firm, email, side, transaction_id }: FirmReader): FirmView {
  return { name: firm, email, sign_out: paths.firm.signOut(side, transaction_id) };
}
