import { createContext } from "react";

/**
 * True for the 401 response to a form of a user who is no longer signed in. That page does not load
 * React: the router would add a history entry, and a reload of that entry would not submit the form
 * again.
 */
export const UnauthenticatedFormContext = createContext(false);
