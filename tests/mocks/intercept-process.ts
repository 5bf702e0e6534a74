import { installGlobals } from "@remix-run/node";
import { http, HttpResponse } from "msw";
import { intercept } from "#mocks/intercept.ts";

/**
 * What becomes of the doubles when remix-serve brings its own fetch, in a process that nobody has given another fetch before.
 * Its argument is the address of a site, of which one page is a vendor's for the doubles alone.
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
