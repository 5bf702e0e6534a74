/** What a giftor is to the buyer (D-050). */
export const RELATIONSHIPS = ["Parent", "Other Family", "Other"] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];
