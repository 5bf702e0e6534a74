import pg from "pg";
import * as build from "../../build/server/index.js";

/**
 * Build for remix-serve with an injectable route that a scanner must find. It leaves out the
 * sign-out route and the doubles’ pages, because Debian 12’s version of wapiti can’t exclude them
 * from a scan.
 */
export * from "../../build/server/index.js";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

async function loader({ request }) {
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const found = await pool.query(`select email from users where last_name = '${name}'`).then(
    ({ rows }) => rows.map(({ email }) => email),
    // wapiti recognises an injection by PHP’s error texts.
    ({ message }) => `PostgreSQL query failed: ERROR: ${message}`,
  );
  const page = `<!doctype html><title>A hole</title><main><h1>${name}</h1>${found}
    <form action="/planted-hole"><input name="name" value="Byron"><button>Ask</button></form></main>`;
  return new Response(page, { headers: { "Content-Type": "text/html" } });
}

const planted = { id: "planted-hole", parentId: "root", path: "planted-hole", module: { loader } };

const isKept = ([, { path = "" }]) => path !== "sign-out" && !path.startsWith("mocks");
const keep = (all) => Object.fromEntries(Object.entries(all).filter(isKept));
export const routes = { ...keep(build.routes), [planted.id]: planted };
export const assets = { ...build.assets, routes: keep(build.assets.routes) };
