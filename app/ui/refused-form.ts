import { createContext } from "react";

/**
 * True on a page that answers a form without a session (401). It loads no React: the router would
 * add a history entry, and reloading that would not submit the form again.
 */
export const RefusedFormContext = createContext(false);
