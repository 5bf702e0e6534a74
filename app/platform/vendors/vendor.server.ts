import type { z } from "zod";

/**
 * Third party that our service calls. If its credentials are not set, its double answers instead
 * (mocks/doubles.ts).
 */
export type VendorRow = {
  name: string;
  /** Display name of the vendor, for the status page and alerts. */
  label: string;
  settings: Readonly<Record<string, z.ZodType>>;
  /**
   * Settings that authenticate us to the vendor, with the values that the vendor's double accepts.
   */
  credentials: Readonly<Record<string, string>>;
  address: string;
  /**
   * Settings with URLs that browsers open, and the paths on our site where the double answers them.
   */
  pages?: Readonly<Record<string, string>>;
  /**
   * Description of what the vendor does and which personal data it gets, for the privacy policy;
   * null if it gets none.
   */
  service: Service | null;
  /** Setting that turns the vendor on, if the service can do without it. */
  enabledBy?: "ANTHROPIC_ENABLED" | "LAND_REGISTRY_ENABLED";
};

export type Service = { name: string; does: string; gets: string };

export function defineVendor<const Row extends VendorRow>(row: Row): Row {
  return row;
}
