import { createContext } from "react";

/**
 * Whether this page answers a form without a session (401). It loads no React, because the router
 * would give the page an entry of its own in the browser's history, and reloading that entry would
 * not send the form again.
 */
export const RefusedFormContext = createContext(false);
