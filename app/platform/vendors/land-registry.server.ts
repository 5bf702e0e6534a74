import { z } from "zod";
import { flag, text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

export const landRegistry = defineVendor({
  name: "land-registry",
  label: "HM Land Registry",
  settings: {
    // This is off until the owner turns it on (C-084, AMB-C15).
    LAND_REGISTRY_ENABLED: flag.default(false),
    LAND_REGISTRY_SERVICE: z.enum(["description", "owner"]).default("description"),
    LAND_REGISTRY_USERNAME: text.default(""),
    LAND_REGISTRY_PASSWORD: text.default(""),
    LAND_REGISTRY_URL: text.default("https://businessgateway.landregistry.gov.uk/b2b"),
    LAND_REGISTRY_CERTIFICATE_FILE: text.optional(),
    LAND_REGISTRY_PRIVATE_KEY_FILE: text.optional(),
  },
  credentials: { LAND_REGISTRY_USERNAME: "double", LAND_REGISTRY_PASSWORD: "double" },
  address: "LAND_REGISTRY_URL",
  service: {
    name: "HM Land Registry",
    does: "finds the title register of a property",
    gets: "the address of the property, or the name of its owner",
  },
  enabledBy: "LAND_REGISTRY_ENABLED",
});
