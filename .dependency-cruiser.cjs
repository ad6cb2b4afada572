/**
 * The import rules of docs/architecture.md, as a check. Imports go down only: front ends and
 * services to packages; a slice never imports another slice; services communicate only over HTTP.
 */
const { slices, services } = require('./parts.json')

const OURS = '^(packages/|shell/|mfe-|svc-|contracts/|launcher/|e2e/|bench/)'
const TEST = '\\.test\\.tsx?$|/testing/|/test/'

const SLICE_PACKAGES =
  'packages/(slice|slice-parts|texts|ui|protocol|proof|pdf-signatures|signing)/'

/** Which parts each part may import; all others are forbidden. */
const MAY_IMPORT = {
  shell: ['packages/(slice|texts|ui|protocol|proof)/'],
  ...mapValues(slices, () => [SLICE_PACKAGES]),
  // Files are combined in the browser, before they are uploaded.
  'mfe-signing': [SLICE_PACKAGES, 'packages/pdf-signing/src/(combine|errors|read-content)\\.ts'],
  ...mapValues(services, ({ imports = [] }) => [
    'packages/(service-kit|messages|texts|protocol|proof|graphics|file-storage|pdf-signing|pdf-signatures|signing)/',
    ...imports.map((folder) => `${folder}/`),
  ]),
  contracts: [],
  // service-kit: the liveness check, which the images use too.
  launcher: ['contracts/', 'packages/(slice-kit|service-kit|pdf-signing)/'],
  // slice-kit: the browser in which it checks releases is also that of tests and benchmarks.
  e2e: ['launcher/', 'packages/(cli|pdf-signing|proof|protocol|slice-kit|texts)/', 'contracts/'],
  // service-kit and svc-documents: benchmarks measure the session check and the building of proofs in isolation.
  bench: [
    'launcher/',
    'packages/(cli|proof|protocol|service-kit|slice-kit)/',
    'contracts/',
    'svc-documents/src/log/file-cache',
  ],
  'packages/slice': ['packages/(texts|protocol)/'],
  'packages/slice-parts': ['packages/(slice|texts|protocol)/'],
  'packages/service-kit': ['packages/protocol/'],
  'packages/messages': ['packages/(service-kit|texts|protocol)/'],
  'packages/file-storage': ['packages/(service-kit|protocol)/'],
  'packages/pdf-signatures': ['packages/(texts|proof|signing)/'],
  'packages/pdf-signing': ['packages/(graphics|signing)/'],
  'packages/signing': ['packages/(texts|proof)/'],
  'packages/cli': ['packages/(protocol|proof|texts|pdf-signatures|signing)/'],
  'packages/slice-kit': ['packages/slice/'],
  'packages/proof': ['packages/texts/'],
  'packages/protocol': ['packages/texts/'],
  'packages/texts': [],
  'packages/graphics': [],
  'packages/ui': ['packages/(graphics|texts)/'],
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

/** For each part, its features and the features that each may import (docs/decisions/feature-graph.md). */
const FEATURES = require('./features.graph.json')

/** Folders that are not features. */
const NOT_FEATURES = ['testing', 'generated']

const featureRules = Object.entries(FEATURES).flatMap(([part, graph]) =>
  Object.entries(graph).map(([feature, allowed]) => ({
    name: `${part}-${feature}-imports`,
    severity: 'error',
    from: { path: `^${part}/src/${feature}/`, pathNot: TEST },
    to: {
      path: `^${part}/src/[^/]+/`,
      pathNot: `^${part}/src/(${[feature, ...allowed, ...NOT_FEATURES].join('|')})/`,
    },
  })),
)

/** Without these rules, a folder that the graph does not list could import anything. */
const listedRules = Object.entries(FEATURES).map(([part, graph]) => ({
  name: `${part}-features-are-listed`,
  severity: 'error',
  from: {
    path: `^${part}/src/[^/]+/`,
    pathNot: [TEST, `^${part}/src/(${[...Object.keys(graph), ...NOT_FEATURES].join('|')})/`],
  },
  to: { path: `^${part}/src/[^/]+/` },
}))

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
        pathNot:
          '\\.(css|svg|woff2)$|-production$|^bundler-runtime/|^federation-snapshots-disabled$|^rendered-part$',
      },
    },
    {
      name: 'domain-knows-no-http-and-no-database',
      comment: 'A domain module takes its dependencies as functions (docs/architecture.md).',
      severity: 'error',
      from: {
        // Domain modules: their names have no suffix such as `.http` or `.store`.
        path: '^svc-[a-z-]+/src/[a-z-]+/[a-z-]+\\.ts$',
        pathNot: '/feature\\.ts$',
      },
      to: { path: 'node_modules/(express|mongoose)/' },
    },
    ...partRules,
    ...featureRules,
    ...listedRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // e2e/skew/oldest contains a slice of an earlier release, which imports older packages than the current ones.
    exclude: { path: '(^|/)(dist|generated)/|\\.inkproof|^e2e/skew/oldest/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
