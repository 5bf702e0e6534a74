import type { Action } from "./action.ts";
import { agreeSale } from "./agree-sale.server.ts";
import { changeAgreedPrice } from "./change-agreed-price.server.ts";
import { correctAddress } from "./correct-address.server.ts";
import { correctAskingPrice } from "./correct-asking-price.server.ts";
import { correctLender } from "./correct-lender.server.ts";
import { correctOwnership } from "./correct-ownership.server.ts";
import { correctPostalAddress } from "./correct-postal-address.server.ts";
import { correctSellerLender } from "./correct-seller-lender.server.ts";
import { correctTenure } from "./correct-tenure.server.ts";
import { correctTitleNumber } from "./correct-title-number.server.ts";
import { endMatter } from "./end-matter.server.ts";
import type { ActionKind } from "./notified.ts";
import { pauseMatter } from "./pause-matter.server.ts";
import { resumeMatter } from "./resume-matter.server.ts";
import { resumePausedMatter } from "./resume-paused-matter.server.ts";
import { releaseBuyer } from "./release-buyer.server.ts";
import { replaceBuyer } from "./replace-buyer.server.ts";
import { resumeBuyer } from "./resume-buyer.server.ts";
import { takeUnitOut } from "./take-unit-out.server.ts";

/** Actions by kind. To add one, write its file, and its row in notified.ts and action-words.ts. */
export const ACTIONS: Readonly<Record<ActionKind, Action>> = {
  change_agreed_price: changeAgreedPrice,
  correct_asking_price: correctAskingPrice,
  correct_tenure: correctTenure,
  correct_title_number: correctTitleNumber,
  correct_address: correctAddress,
  correct_ownership: correctOwnership,
  correct_lender: correctLender,
  correct_seller_lender: correctSellerLender,
  correct_postal_address: correctPostalAddress,
  end_matter: endMatter,
  resume_matter: resumeMatter,
  pause_matter: pauseMatter,
  resume_paused_matter: resumePausedMatter,
  release_buyer: releaseBuyer,
  resume_buyer: resumeBuyer,
  replace_buyer: replaceBuyer,
  take_unit_out: takeUnitOut,
  agree_sale: agreeSale,
};
