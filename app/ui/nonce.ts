import { createContext } from "react";

/** The nonce of this response's content security policy; entry.server provides it, the browser never sees it. */
export const NonceContext = createContext<string | undefined>(undefined);
