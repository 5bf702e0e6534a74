import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/** The house's arrows (docs/decisions/architecture.md): who may import whom. */
const arrows = (files, forbidden) => ({
  files,
  rules: {
    "no-restricted-imports": [
      "error",
      { patterns: forbidden.map(([group, message]) => ({ group: [].concat(group), message })) },
    ],
  },
});

const remixAuth = [["remix-auth", "remix-auth-email-link"], "Only app/auth may import remix-auth."];
const vendors = [
  ["/stripe", "/postmark", "/cockatiel", "@aws-sdk/*"],
  "Only app/clients may import a vendor's SDK.",
];
const routes = ["#app/routes/*", "Nothing imports a route."];
const doubles = ["#mocks/*", "Only the edge and /mocks routes know the doubles."];

export default tseslint.config(
  { ignores: ["build/", ".data/", "public/", "db/types.d.ts"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((config) => ({
    ...config,
    files: ["**/*.ts", "**/*.tsx"],
  })),
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      // `import { type X }` alone still loads the module: a server module in a page, or a whole library at boot.
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // A loader answers by throwing a Response: the framework's idiom for "not you" and "not here".
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "no-restricted-globals": [
        "error",
        { name: "fetch", message: "Call vendors through app/clients." },
      ],
    },
  },
  {
    files: ["app/**/*.tsx"],
    plugins: { "jsx-a11y": jsxA11y, "react-hooks": reactHooks },
    rules: {
      ...jsxA11y.flatConfigs.strict.rules,
      ...reactHooks.configs.recommended.rules,
      "react-hooks/exhaustive-deps": "error",
    },
  },
  arrows(["app/**"], [remixAuth, vendors, routes, doubles]),
  arrows(["app/routes/**"], [remixAuth, vendors, routes, doubles]),
  arrows(["app/routes/mocks/**"], [remixAuth, vendors, routes]),
  arrows(["app/entry.server.tsx"], [remixAuth, vendors, routes]),
  arrows(["app/auth/**"], [vendors, routes, doubles]),
  arrows(["app/clients/**"], [remixAuth, routes, doubles]),
  arrows(
    ["app/domain/**"],
    [
      remixAuth,
      vendors,
      routes,
      doubles,
      [
        ["#app/ui/*", "#app/http/*", "#app/auth/*", "react", "@remix-run/*"],
        "The domain knows no page and no request.",
      ],
    ],
  ),
  arrows(
    ["app/ui/**"],
    [
      remixAuth,
      vendors,
      routes,
      doubles,
      [
        ["#db/*", "#app/clients/*", "#app/jobs/*", "**/*.server.ts", "**/*.server.tsx", "zod"],
        "What is shown knows no server.",
      ],
    ],
  ),
  arrows(["db/**"], [["#app/*", "The database knows no app."]]),
  {
    files: ["app/clients/**", "mocks/**", "tests/**", "app/ui/**"],
    rules: { "no-restricted-globals": "off" },
  },
  {
    files: ["tests/**"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      // What vitest's expect.any() and its like return.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/unbound-method": "off",
      "no-restricted-imports": "off",
    },
  },
  {
    files: ["bin/**", "*.config.js", "*.config.ts"],
    languageOptions: { globals: globals.node },
  },
);
