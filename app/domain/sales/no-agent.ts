/** What a seller answers who names no estate agent from the list (C-057, C-058). */
export const NO_AGENT_LABELS = {
  not_listed: "My estate agent is not listed",
  no_agent: "I don't have an estate agent yet",
} as const;
