import { createContext } from "react";

/** Nonce of the response’s content security policy; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
