export type OwnDetail = "phone_number" | "correspondence_address";

const CALLED: Record<OwnDetail, string> = {
  phone_number: "phone number",
  correspondence_address: "postal address",
};

/** Returns the changed details as text, such as "phone number and postal address". */
export const changedDetails = (changed: readonly OwnDetail[]) =>
  changed.map((name) => CALLED[name]).join(" and ");
