import { PRODUCT_NAME } from "#app/platform/product.ts";

export type Company = {
  name: string;
  number: string;
  address: string;
  /** Name of the regulator, which pages show after "Regulated by". */
  regulator: string;
  telephone: string;
  /** VAT number for receipts; null if the setting is missing. */
  vat_number?: string | null;
};

/** Returns the details that a company must by law show on its site and in its letters. */
export function companyLines({ name, number, address, regulator }: Company): string[] {
  return [
    `${PRODUCT_NAME} is a service of ${name}, registered in England and Wales, company number ${number}.`,
    `Registered office: ${address}.`,
    `Regulated by ${regulator}.`,
  ];
}

/** Returns a tel: link to a phone number, without the number's spaces. */
export function telephoneLink(telephone: string): string {
  return `tel:${telephone.replaceAll(/[^\d+]/g, "")}`;
}
