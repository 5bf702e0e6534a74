import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

export default defineConfig({
  plugins: [remix(remixConfig)],
  // A font or picture inlined as data: would need the policy opened for it, and would be sent again with every stylesheet.
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    // A few seconds more for each build, and 4 kB less for each visitor than esbuild's own.
    minify: "terser",
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: { passes: 3 },
      // Licences are named in package-lock.json.
      format: { comments: false },
    },
  },
});
