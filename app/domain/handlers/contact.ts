/** The person whom customers and firms contact about a matter, and the number of the matter. */
export type MatterContact = {
  /** Such as "F-10482". */
  number: string;
  /**
   * Name of the handler, or of the stand-in: "Tomasin Okonjo (for Bronwen Pugh until Friday 4
   * December)". Null for a matter without a handler.
   */
  name: string | null;
  /** Direct phone number of that person, if there is one. */
  phone: string | null;
};
