import { installGlobals } from "@remix-run/node";
import { http, HttpResponse } from "msw";
import { intercept } from "#mocks/intercept.ts";

/**
 * Prints which requests the doubles answer at three times: at the start, after remix-serve has
 * installed its own fetch, and after the doubles have ended. The argument is the address of a site,
 * one page of which is intercepted like a vendor’s.
 */
const [site = ""] = process.argv.slice(2);
const vendor = `${site}vendor`;

async function ask(url: string) {
  return (await fetch(url, { method: "POST", body: "x" })).text();
}

const end = intercept([http.post(vendor, () => HttpResponse.text("the double"))]);
const before = [await ask(vendor), await ask(site)];
installGlobals({ nativeFetch: true });
const with_theirs = [await ask(vendor), await ask(site)];
end();
const ended = [await ask(vendor), await ask(site)];
console.log(JSON.stringify({ before, with_theirs, ended }));
