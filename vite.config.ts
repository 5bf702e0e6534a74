import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

export default defineConfig({
  plugins: [remix(remixConfig)],
  // A font or picture inlined as data: would need the policy opened for it, and would be sent again with every stylesheet.
  build: { assetsInlineLimit: 0, target: "es2022" },
  // Licences are named in package-lock.json; in every script they would be sent to every visitor.
  esbuild: { legalComments: "none" },
});
