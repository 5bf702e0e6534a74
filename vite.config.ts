import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { compressedFiles } from "./bin/compressed-files.ts";
import { elementsScript } from "./bin/elements-script.ts";
import { brandPictures } from "./bin/pictures.ts";
import remixConfig from "./remix.config.js";

/**
 * What nearly every page with scripts loads, in three files, and what both property pages do in a fourth: thirty small ones
 * compress worse by a fifth, and Remix's list of them, which every page loads, names each one beside each route. A part brings
 * what it imports.
 */
const chunks = {
  framework: ["react", "react-dom", "@remix-run/react"],
  page: [
    "app/ui/document.tsx",
    "app/ui/error-page.tsx",
    "app/ui/page-layout.tsx",
    "app/ui/signed-out-layout.tsx",
    // What pages of every kind read, which would else bring the part of the property along.
    "app/ui/id-part.ts",
    "app/domain/shared/money.ts",
    "app/domain/shared/names.ts",
  ],
  form: ["app/ui/forms/app-form.tsx", "app/ui/forms/text-fields.tsx"],
  property: ["app/routes/onboarding/property-page.tsx", "app/ui/forms/question-fields.tsx"],
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [elementsScript(), remix(remixConfig), brandPictures(), compressedFiles("build/client")],
  ssr: {
    noExternal: [
      // Seven hundred small files, of which the server needs a few: it starts in three quarters of the time without them.
      "date-fns",
      "@date-fns/tz",
      "kysely",
      "lucide-react",
      "libphonenumber-js",
      // Emails use a dozen of its parts. Among the others is a highlighter of code, which takes 0.4 s of CPU and 23 MB to import.
      /^@react-email\//,
    ],
  },
  build: {
    // A font or picture inlined as data: would need the policy opened for it, and would be sent again with every stylesheet.
    assetsInlineLimit: 0,
    target: "es2022",
    // Our stylesheets nest their rules, which the older of these cannot read; the build writes them out.
    cssTarget: ["chrome105", "firefox110", "safari16"],
    // A few seconds more for each build, and 4 kB less for each visitor than esbuild's own. The server's part stays as it
    // is: nobody downloads it, and the frames in its log can be read.
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: { passes: 3 },
      // Licences are named in package-lock.json.
      format: { comments: false },
    },
    rollupOptions: isSsrBuild
      ? // What stands in for vendors is asked for by name when it is wanted, and is not there.
        { external: process.env.WITHOUT_DOUBLES ? [/^#mocks\//] : [] }
      : { output: { manualChunks: chunks } },
  },
}));
