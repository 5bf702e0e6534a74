import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { compressedFiles } from "./bin/compressed-files.ts";
import { elementsScript } from "./bin/elements-script.ts";
import { brandPictures } from "./bin/pictures.ts";
import remixConfig from "./remix.config.js";

/**
 * Modules that nearly every page with scripts loads, in three files, and those that both property
 * pages load, in a fourth. Thirty small files would be a fifth larger when compressed, and Remix's
 * manifest, which every page loads, would list each of them for each route. Each file also contains
 * the modules that its modules import.
 */
const chunks = {
  framework: ["react", "react-dom", "@remix-run/react"],
  page: [
    "app/ui/document.tsx",
    "app/ui/error-page.tsx",
    "app/ui/page-layout.tsx",
    "app/ui/signed-out-layout.tsx",
    // Pages of every kind import these modules. If they were in the property file, all pages would
    // load it.
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
      // These packages have seven hundred small files, and the server needs only a few of them. It
      // starts in three quarters of the time without the others.
      "date-fns",
      "@date-fns/tz",
      "kysely",
      "lucide-react",
      "libphonenumber-js",
      // Emails use a dozen components of this package. Another component highlights code, and takes
      // 0.4 s of CPU and 23 MB to import.
      /^@react-email\//,
    ],
  },
  build: {
    // An inlined font would need an exception in the content security policy, and any inlined file
    // would be sent again with every stylesheet.
    assetsInlineLimit: 0,
    target: "es2022",
    // Our stylesheets nest their rules. The older of these browsers cannot read nested rules, so
    // the build flattens them.
    cssTarget: ["chrome105", "firefox110", "safari16"],
    // Terser makes each build a few seconds slower than esbuild, and saves each visitor 4 kB. The
    // server's code is not minified: no one downloads it, and the stack frames in its log stay
    // readable.
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: { passes: 3 },
      // Licences are named in package-lock.json.
      format: { comments: false },
    },
    rollupOptions: isSsrBuild
      ? // The production image is built without the vendor doubles. Code imports them dynamically,
        // so the import of #mocks/ stays external.
        { external: process.env.WITHOUT_DOUBLES ? [/^#mocks\//] : [] }
      : { output: { manualChunks: chunks } },
  },
}));
