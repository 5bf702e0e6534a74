import { readFlash } from "#app/forms/flash.server.ts";
import type { FlashMessage } from "#app/ui/root-data.ts";
import { cookieOf } from "./cookies.ts";

export async function flashIn({ headers }: { headers: Headers }): Promise<FlashMessage | null> {
  const cookies = headers.getSetCookie().map(cookieOf);
  const request = new Request("http://localhost:3000", {
    headers: { Cookie: cookies.join("; ") },
  });
  return (await readFlash(request)).flash;
}
