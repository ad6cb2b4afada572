/**
 * The import rules of docs/architecture.md, as a check. Imports go down only: front ends and
 * services to packages; a slice never imports another slice; services meet over HTTP.
 */
const { slices, services } = require('./parts.json')

const OURS = '^(packages/|shell/|mfe-|svc-|contracts/|launcher/|e2e/|bench/)'
const TEST = '\\.test\\.tsx?$|/testing/|/test/'

/** Who may import which of our parts. Anything of ours that is not named is refused. */
const MAY_IMPORT = {
  shell: ['packages/(slice|texts|ui|protocol|proof)/'],
  ...mapValues(slices, () => ['packages/(slice|slice-parts|texts|ui|protocol|proof)/']),
  ...mapValues(services, ({ imports = [] }) => [
    'packages/(service-kit|texts|protocol|proof)/',
    ...imports.map((folder) => `${folder}/`),
  ]),
  contracts: [],
  launcher: ['contracts/', 'packages/slice-kit/'],
  e2e: ['launcher/', 'packages/(cli|proof|protocol)/', 'contracts/'],
  // service-kit: one row measures its session check by itself.
  bench: ['launcher/', 'packages/(cli|proof|protocol|service-kit)/', 'contracts/'],
  'packages/slice': ['packages/protocol/'],
  'packages/slice-parts': ['packages/(slice|texts|protocol)/'],
  'packages/service-kit': ['packages/protocol/'],
  'packages/cli': ['packages/(protocol|proof)/'],
  'packages/slice-kit': ['packages/slice/'],
  'packages/proof': [],
  'packages/protocol': [],
  'packages/texts': [],
  'packages/ui': ['packages/texts/'],
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

const partRules = Object.entries(MAY_IMPORT).map(([part, allowed]) => ({
  name: `${part.replace('/', '-')}-imports`,
  severity: 'error',
  from: { path: `^${part}/`, pathNot: `${TEST}|\\.config\\.(ts|mjs)$` },
  to: { path: OURS, pathNot: [`^${part}/`, ...allowed.map((folder) => `^${folder}`)] },
}))

/** Features of each service, left to right: each may import those before it (docs/decisions/feature-order.md). */
const FEATURES = {
  'svc-documents': ['log', 'anchors', 'certificates', 'shares', 'personal-data'],
  'svc-auth': [
    ...['captcha', 'personal-data', 'mail-field', 'events', 'tokens', 'accounts', 'ways'],
    ...['sessions', 'mail'],
    ...['emails', 'passwords', 'sign-in', 'recovery', 'factors', 'wallets', 'providers'],
    ...['workspaces', 'history', 'profile', 'deletion'],
  ],
}

const featureRules = Object.entries(FEATURES).flatMap(([service, features]) =>
  features.slice(0, -1).map((feature, index) => ({
    name: `${service}-${feature}-imports-left`,
    severity: 'error',
    from: { path: `^${service}/src/${feature}/`, pathNot: TEST },
    to: { path: features.slice(index + 1).map((later) => `^${service}/src/${later}/`) },
  })),
)

/** A folder that stands in no order could import what it likes. */
const orderRules = Object.entries(FEATURES).map(([service, features]) => ({
  name: `${service}-features-have-a-place`,
  severity: 'error',
  from: {
    path: `^${service}/src/[^/]+/`,
    pathNot: [TEST, `^${service}/src/(${[...features, 'testing', 'generated'].join('|')})/`],
  },
  to: { path: `^${service}/src/[^/]+/` },
}))

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.(css|svg|woff2)$|-production$|^bundler-runtime/' },
    },
    {
      name: 'domain-knows-no-http-and-no-database',
      comment: 'A verb takes its dependencies as functions (docs/architecture.md).',
      severity: 'error',
      from: {
        path: '^svc-[a-z]+/src/[a-z-]+/[a-z-]+\\.ts$',
        pathNot: '/(feature|.*\\.(routes|http|model))\\.ts$|\\.test\\.ts$',
      },
      to: { path: 'node_modules/(express|mongoose)/' },
    },
    ...partRules,
    ...featureRules,
    ...orderRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The oldest slice is source of another day: it is built with that day's packages only.
    exclude: { path: '(^|/)(dist|generated)/|\\.inkproof|^e2e/skew/oldest/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
