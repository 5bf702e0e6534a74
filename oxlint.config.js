import { defineConfig } from "oxlint";

/**
 * Folders of app/ that each folder may import (docs/decisions/imports-run-one-way.md). Every folder
 * may also import paths.ts and platform/, which itself imports no other folder of app/. Every
 * folder except ui may import db/.
 */
const floors = {
  platform: [],
  queue: [],
  observability: [],
  clients: ["observability"],
  limits: ["observability"],
  domain: ["clients", "queue"],
  ui: ["domain", "observability"],
  pdf: ["domain"],
  emails: ["domain", "pdf", "queue", "ui"],
  forms: ["clients", "domain", "limits", "observability", "ui"],
  server: ["domain", "observability", "ui"],
  auth: ["clients", "domain", "emails", "forms", "limits", "observability", "queue"],
  jobs: ["auth", "clients", "domain", "emails", "observability", "pdf", "queue"],
  routes: [
    ...[
      "auth",
      "clients",
      "domain",
      "emails",
      "forms",
      "limits",
      "observability",
      "pdf",
      "server",
      "ui",
    ],
  ],
};

const remixAuth = [["remix-auth", "remix-auth-email-link"], "Only app/auth may import remix-auth."];
const vendors = [
  ["stripe", "postmark", "cockatiel", "@aws-sdk/**", "@anthropic-ai/**"],
  "Only app/clients may import a vendor's SDK.",
];
const doubles = ["#mocks/**", "Only the server entry and /mocks routes know the doubles."];
const server = [
  ["#db/**", "**/*.server.ts", "**/*.server.tsx", "zod"],
  "What is shown knows no server.",
];
const pages = [["react", "@remix-run/**"], "The domain knows no page and no request."];

/**
 * Exceptions for a folder: `without` lists rules that do not apply to it, and `with` adds rules.
 */
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
          // Patterns use the syntax of .gitignore, in which "#" at the start marks a comment.
          group: [group].flat().map((pattern) => pattern.replace(/^#/, String.raw`\#`)),
          message,
        })),
      },
    ],
  },
});

function arrows(folder) {
  const { with: more = [], without = [] } = special[folder] ?? {};
  const above = Object.keys(floors).filter(
    (other) => ![folder, "platform", ...floors[folder]].includes(other),
  );
  const floor = [
    above.map((other) => `#app/${other}/**`),
    `app/${folder} stands below what this imports, or beside it.`,
  ];
  const usual = [remixAuth, vendors, doubles].filter((rule) => !without.includes(rule));
  return restrict([`app/${folder}/**`], [floor, ...usual, ...more]);
}

/**
 * Strict rules of typescript-eslint, and rules that ESLint recommends but that are missing from the
 * category "correctness".
 */
const STRICT = [
  "no-array-constructor",
  "no-case-declarations",
  "no-empty",
  "no-fallthrough",
  "no-prototype-builtins",
  "no-regex-spaces",
  "no-unexpected-multiline",
  "no-useless-constructor",
  "no-var",
  "prefer-const",
  "prefer-rest-params",
  "prefer-spread",
  "typescript/await-thenable",
  "typescript/consistent-type-imports",
  "typescript/no-array-delete",
  "typescript/no-base-to-string",
  "typescript/no-deprecated",
  "typescript/no-duplicate-enum-values",
  "typescript/no-duplicate-type-constituents",
  "typescript/no-dynamic-delete",
  "typescript/no-empty-object-type",
  "typescript/no-explicit-any",
  "typescript/no-extra-non-null-assertion",
  "typescript/no-extraneous-class",
  "typescript/no-floating-promises",
  "typescript/no-for-in-array",
  "typescript/no-generated-empty-object-type",
  "typescript/no-implied-eval",
  "typescript/no-import-type-side-effects",
  "typescript/no-invalid-void-type",
  "typescript/no-meaningless-void-operator",
  "typescript/no-misused-new",
  "typescript/no-misused-promises",
  "typescript/no-misused-spread",
  "typescript/no-mixed-enums",
  "typescript/no-namespace",
  "typescript/no-non-null-asserted-nullish-coalescing",
  "typescript/no-non-null-asserted-optional-chain",
  "typescript/no-non-null-assertion",
  "typescript/no-redundant-type-constituents",
  "typescript/no-require-imports",
  "typescript/no-this-alias",
  "typescript/no-unnecessary-boolean-literal-compare",
  "typescript/no-unnecessary-condition",
  "typescript/no-unnecessary-template-expression",
  "typescript/no-unnecessary-type-arguments",
  "typescript/no-unnecessary-type-assertion",
  "typescript/no-unnecessary-type-constraint",
  "typescript/no-unnecessary-type-conversion",
  "typescript/no-unnecessary-type-parameters",
  "typescript/no-unsafe-argument",
  "typescript/no-unsafe-assignment",
  "typescript/no-unsafe-call",
  "typescript/no-unsafe-declaration-merging",
  "typescript/no-unsafe-enum-comparison",
  "typescript/no-unsafe-function-type",
  "typescript/no-unsafe-member-access",
  "typescript/no-unsafe-return",
  "typescript/no-unsafe-unary-minus",
  "typescript/no-useless-default-assignment",
  "typescript/no-wrapper-object-types",
  "typescript/prefer-as-const",
  "typescript/prefer-literal-enum-member",
  "typescript/prefer-namespace-keyword",
  "typescript/prefer-promise-reject-errors",
  "typescript/prefer-reduce-type-parameter",
  "typescript/prefer-return-this-type",
  "typescript/related-getter-setter-pairs",
  "typescript/require-await",
  "typescript/switch-exhaustiveness-check",
  "typescript/triple-slash-reference",
  "typescript/unbound-method",
  "typescript/unified-signatures",
  "typescript/use-unknown-in-catch-callback-variable",
];

const WITH_OPTIONS = {
  "no-duplicate-imports": ["error", { allowSeparateTypeImports: true }],
  "no-restricted-globals": [
    "error",
    { name: "fetch", message: "Call vendors through app/clients." },
  ],
  "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
  "typescript/ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
  "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
  "typescript/restrict-plus-operands": [
    "error",
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
  "typescript/return-await": ["error", "error-handling-correctness-only"],
};

export default defineConfig({
  plugins: [],
  categories: { correctness: "error" },
  options: {
    typeAware: true,
    typeCheck: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: "error",
  },
  ignorePatterns: ["build/", ".data/", "public/", "db/types.d.ts"],
  env: { builtin: true, node: true, browser: true },
  overrides: [
    {
      files: ["**/*.ts", "**/*.tsx"],
      plugins: ["typescript"],
      rules: {
        ...Object.fromEntries(STRICT.map((rule) => [rule, "error"])),
        ...WITH_OPTIONS,
        // Loaders throw a Response to redirect or to answer 404, which is the idiom of Remix.
        "typescript/only-throw-error": "off",
        // Strings may be sorted in their default order. Code that needs another order passes a
        // function.
        "typescript/require-array-sort-compare": "off",
      },
    },
    {
      files: ["app/**/*.tsx"],
      plugins: ["jsx-a11y", "react"],
      rules: {
        "react/rules-of-hooks": "error",
        "react/exhaustive-deps": "error",
        // These rules matter only for React's compiler, which we don't use.
        "react/refs": "off",
        "react/immutability": "off",
        // The tags that this rule suggests do not fit, such as <address> for a group. Safari also
        // needs an explicit role on a list that CSS restyles.
        "jsx-a11y/prefer-tag-over-role": "off",
        // This rule treats table cells as controls.
        "jsx-a11y/control-has-associated-label": "off",
      },
    },
    restrict(["app/*"], [remixAuth, vendors]),
    ...Object.keys(floors).map(arrows),
    // These files may import the doubles: the server and the worker start them, and the pages under
    // /mocks show them.
    restrict(["app/jobs/run.ts", "app/jobs/serve.ts", "app/routes/mocks/**"], [remixAuth, vendors]),
    restrict(["db/**"], [["#app/**", "The database knows no app."]]),
    // The driver may import app/, because it refreshes the rows of matters before each commit.
    restrict(["db/matter-driver.ts"], [remixAuth, vendors]),
    // The demonstration data answers the questions about a property, which are data.
    // So do the working days, the days of absences, and the time by which a message is answered.
    restrict(
      [
        "db/demo/calendar.ts",
        "db/demo/builders/property-information.ts",
        "db/demo/builders/people.ts",
        "db/demo/builders/conversations.ts",
      ],
      [remixAuth, vendors],
    ),
    // These commands may import app/, because it knows where documents are stored.
    restrict(["db/commands/restore.ts", "db/commands/drill.ts"], [remixAuth, vendors]),
    {
      files: ["app/clients/**", "mocks/**", "tests/**", "app/ui/**"],
      rules: { "no-restricted-globals": "off" },
    },
    {
      files: ["tests/**"],
      plugins: ["typescript"],
      rules: {
        "typescript/no-non-null-assertion": "off",
        // Matchers such as vitest's expect.any() return `any`.
        "typescript/no-unsafe-assignment": "off",
        "typescript/unbound-method": "off",
        "no-restricted-imports": "off",
      },
    },
  ],
});
