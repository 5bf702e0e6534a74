import { z } from "zod";
import { freeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";
import { personAddress } from "#app/domain/properties/address.server.ts";

const NUMBER_REQUIRED = "Company number must be at least 1 character long";

/** A number as the register of companies writes it: capitals, and digits alone filled up to eight. */
export const companyNumber = freeText(NUMBER_REQUIRED, tooLongMessage("Company number")).transform(
  (typed) => {
    const number = typed.replaceAll(/\s/g, "").toUpperCase();
    return /^\d+$/.test(number) ? number.padStart(8, "0") : number;
  },
);

/** By which company to look for (P-018). */
export const FindCompanyForm = z.object({ number: companyNumber });

/** A company that sells. */
export const CompanyForm = z.object({
  name: freeText("Company name must be at least 1 character long", tooLongMessage("Company name")),
  company_number: companyNumber,
  address: personAddress,
});

export type Company = z.output<typeof CompanyForm>;
