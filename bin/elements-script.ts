import { build, type Plugin } from "vite";

const ENTRY = "app/ui/elements/index.ts";

/**
 * Provides the URL of the script of our custom elements. It is a separate bundle, because pages
 * without React load only this script.
 */
export function elementsScript(): Plugin {
  let building = false;
  return {
    name: "elements-script",
    configResolved({ command }) {
      building = command === "build";
    },
    resolveId: (id) => (id === "virtual:elements" ? `\0${id}` : undefined),
    async load(id) {
      if (id !== "\0virtual:elements") return;
      if (!building) return `export default "/${ENTRY}"`;
      const file = this.emitFile({ type: "asset", name: "elements.js", source: await bundle() });
      // Vite replaces this placeholder with the URL of the asset.
      return `export default "__VITE_ASSET__${file}__"`;
    },
  };
}

async function bundle(): Promise<string> {
  const bundled = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      modulePreload: { polyfill: false },
      target: ["chrome105", "firefox110", "safari16"],
      rollupOptions: { input: ENTRY },
    },
  });
  const [only, ...more] = [bundled].flat().flatMap((each) => ("output" in each ? each.output : []));
  if (only?.type !== "chunk" || more.length > 0) throw new Error(`${ENTRY} is no one script`);
  return only.code;
}
