import { PRODUCT_NAME } from "#app/platform/product.ts";

/** Who is behind the service. */
export type Company = {
  name: string;
  /** In the register of companies for England and Wales. */
  number: string;
  /** The registered office. */
  address: string;
  /** What follows "Regulated by". */
  regulator: string;
  telephone: string;
  /** For receipts; null while none is set. */
  vat_number?: string | null;
};

/** What the law asks a company to say of itself on its site and in its letters, a sentence each. */
export function companyLines({ name, number, address, regulator }: Company): string[] {
  return [
    `${PRODUCT_NAME} is a service of ${name}, registered in England and Wales, company number ${number}.`,
    `Registered office: ${address}.`,
    `Regulated by ${regulator}.`,
  ];
}

/** A telephone number as a link: without spaces, as it would be dialled here. */
export function telephoneLink(telephone: string): string {
  return `tel:${telephone.replaceAll(/[^\d+]/g, "")}`;
}
