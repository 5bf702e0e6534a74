import { PRODUCT_NAME } from "#app/platform/product.ts";

export type Company = {
  name: string;
  number: string;
  address: string;
  /** Follows "Regulated by". */
  regulator: string;
  telephone: string;
  /** For receipts; null if none is set. */
  vat_number?: string | null;
};

/** Returns the details that a company must by law give on its site and in letters. */
export function companyLines({ name, number, address, regulator }: Company): string[] {
  return [
    `${PRODUCT_NAME} is a service of ${name}, registered in England and Wales, company number ${number}.`,
    `Registered office: ${address}.`,
    `Regulated by ${regulator}.`,
  ];
}

/** Returns a tel: link without spaces. */
export function telephoneLink(telephone: string): string {
  return `tel:${telephone.replaceAll(/[^\d+]/g, "")}`;
}
