/** Returns the fields of a valid lead, named as in the form’s row at position `index`. */
export function typedLead(index = 0, change: Record<string, string> = {}): Record<string, string> {
  const lead = {
    property_address: "1 High Street, York YO1 7HH",
    initial_asking_price: "350,000",
    seller_1_name: "Ada Byron",
    seller_1_email: "ada@example.test",
    seller_1_phone: "07400 123456",
    seller_2_name: "",
    seller_2_email: "",
    seller_2_phone: "",
    lead_warmth: "",
    client_aware_of_product: "",
    additional_notes: "",
    ...change,
  };
  return Object.fromEntries(
    Object.entries(lead).map(([name, typed]) => [`leads[${index}].${name}`, typed]),
  );
}
