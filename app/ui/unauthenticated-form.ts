import { createContext } from "react";

/**
 * True on the 401 response to a form. It loads no React: the router would add a history entry, and
 * reloading that would not submit the form again.
 */
export const UnauthenticatedFormContext = createContext(false);
