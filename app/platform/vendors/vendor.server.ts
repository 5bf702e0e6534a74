import type { z } from "zod";

/** Third party that we call. Without credentials its double answers (mocks/doubles.ts). */
export type VendorRow = {
  name: string;
  /** Display name, on the status page and in alerts. */
  label: string;
  settings: Readonly<Record<string, z.ZodType>>;
  /** Settings that authenticate us, with the values that its double accepts. */
  credentials: Readonly<Record<string, string>>;
  address: string;
  /** URLs that the double serves to browsers, by setting, as paths of our site. */
  pages?: Readonly<Record<string, string>>;
  /** Work and personal data of the vendor, for the privacy policy; null if it gets none. */
  service: Service | null;
  /** Setting that enables the vendor, if it is optional. */
  enabledBy?: "ANTHROPIC_ENABLED" | "LAND_REGISTRY_ENABLED";
};

export type Service = { name: string; does: string; gets: string };

export function defineVendor<const Row extends VendorRow>(row: Row): Row {
  return row;
}
