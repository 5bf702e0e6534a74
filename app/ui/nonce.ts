import { createContext } from "react";

/**
 * Nonce of the response’s content security policy. Set by entry.server; undefined in the browser.
 */
export const NonceContext = createContext<string | undefined>(undefined);
