import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/**
 * The floors of the house (docs/decisions/architecture.md): what each folder of app/ may import of the others. The
 * files at the top of app/ (settings, paths, the product's name) may be imported by all; db/ by all but ui.
 */
const floors = {
  queue: [],
  observability: [],
  clients: ["observability"],
  limits: ["observability"],
  domain: ["clients", "queue"],
  ui: ["domain", "observability"],
  pdf: ["domain"],
  emails: ["domain", "pdf", "queue", "ui"],
  forms: ["clients", "domain", "limits", "observability", "ui"],
  edge: ["domain", "observability", "ui"],
  auth: ["clients", "domain", "emails", "forms", "limits", "observability", "queue"],
  jobs: ["auth", "clients", "domain", "emails", "observability", "pdf", "queue"],
  routes: ["auth", "clients", "domain", "edge", "forms", "limits", "observability", "pdf", "ui"],
};

const remixAuth = [["remix-auth", "remix-auth-email-link"], "Only app/auth may import remix-auth."];
const vendors = [
  ["/stripe", "/postmark", "/cockatiel", "@aws-sdk/*", "@anthropic-ai/*"],
  "Only app/clients may import a vendor's SDK.",
];
const doubles = ["#mocks/*", "Only the edge and /mocks routes know the doubles."];
const server = [
  ["#db/*", "**/*.server.ts", "**/*.server.tsx", "zod"],
  "What is shown knows no server.",
];
const pages = [["react", "@remix-run/*"], "The domain knows no page and no request."];

/** Which of the house's rules do not hold for a folder, and which hold there only. */
const special = {
  auth: { without: [remixAuth] },
  clients: { without: [vendors] },
  domain: { with: [pages] },
  queue: { with: [pages] },
  ui: { with: [server] },
};

const restrict = (files, forbidden) => ({
  files,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: forbidden.map(([group, message]) => ({
          // A pattern is one of .gitignore, where what begins with "#" is a comment.
          group: [group].flat().map((pattern) => pattern.replace(/^#/, String.raw`\#`)),
          message,
        })),
      },
    ],
  },
});

function arrows(folder) {
  const above = Object.keys(floors).filter(
    (other) => other !== folder && !floors[folder].includes(other),
  );
  const floor = [
    above.map((other) => `#app/${other}/*`),
    `app/${folder} stands below what this imports, or beside it.`,
  ];
  const { with: more = [], without = [] } = special[folder] ?? {};
  const usual = [remixAuth, vendors, doubles].filter((rule) => !without.includes(rule));
  return restrict([`app/${folder}/**`], [floor, ...usual, ...more]);
}

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
      "no-duplicate-imports": ["error", { allowSeparateTypeImports: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // There are no enums, and TypeScript compares classes by what they have. Both took a sixth of the whole time.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
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
  restrict(["app/*"], [remixAuth, vendors]),
  ...Object.keys(floors).map(arrows),
  // The doubles start with the server and the worker, and their console shows them.
  restrict(["app/jobs/serve.ts", "app/routes/mocks/**"], [remixAuth, vendors]),
  restrict(["db/**"], [["#app/*", "The database knows no app."]]),
  // A restore puts documents back where the settings say that they are kept.
  restrict(["db/commands/restore.ts", "db/commands/drill.ts"], [remixAuth, vendors]),
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
    files: [
      "bin/**",
      "packages/**",
      "app/clients/*.mjs",
      "tests/{bench,prove}/**/*.mjs",
      "*.config.js",
      "*.config.ts",
    ],
    languageOptions: { globals: globals.node },
  },
);
