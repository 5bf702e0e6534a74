/** Where an email stands in its list. */
export const emailAnchor = (id: string) => `email-${id}`;
