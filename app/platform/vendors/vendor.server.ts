import type { z } from "zod";

/**
 * A third party that we call. While its credentials are missing, its double answers instead (mocks/doubles.ts).
 */
export type VendorRow = {
  name: string;
  /** The name that people know it by, on the status page and in alerts. */
  label: string;
  /** All settings of the vendor; .env.example explains each. */
  settings: Readonly<Record<string, z.ZodType>>;
  /** The settings by which the vendor knows us, with what its double takes for them. */
  credentials: Readonly<Record<string, string>>;
  /** The setting that says where its API is. */
  address: string;
  /** Addresses that the double serves to browsers, by setting, as paths of our site. */
  pages?: Readonly<Record<string, string>>;
  /** The vendor’s work and the personal data that it gets, for the privacy policy; null where it gets none. */
  service: Service | null;
  /** The setting that switches the vendor on, if it is not always in use. */
  enabledBy?: "ANTHROPIC_ENABLED" | "LAND_REGISTRY_ENABLED";
};

/** A party that gets personal data for what it does for us. */
export type Service = { name: string; does: string; gets: string };

export function defineVendor<const Row extends VendorRow>(row: Row): Row {
  return row;
}
