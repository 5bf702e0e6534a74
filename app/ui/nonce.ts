import { createContext } from "react";

/** Nonce of the response’s Content-Security-Policy; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
