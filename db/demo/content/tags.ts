export const tags = [
  "Chain free",
  "Leasehold pack awaited",
  "New build",
  "Priority",
  "Probate",
] as const;

export type Tag = (typeof tags)[number];
