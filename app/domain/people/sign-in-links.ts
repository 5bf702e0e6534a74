/** How long a link works that signs a person in, for which it works once (AMB-B09). Invitations have days. */
export const LINK_MINUTES = 30;
