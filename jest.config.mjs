/**
 * Three kinds of tests, by what they require: unit (no services; poppler for PDF files), services (database, session
 * store, chain), e2e (the whole system and a browser).
 *
 * Slow tests have separate commands, so that `npm test` stays short: `npm run test:long`,
 * `npm run test:contract`, `npm run test:identity`, `npm run test:verify`, `npm run test:signing`, `npm run test:slices`.
 */
/** Exhaustive and slow tests: `npm run test:long`. */
export const LONG = '\\.long\\.test\\.ts$'
/** Every component in a browser: `npm run test:slices`. */
export const GALLERY = 'packages/ui/gallery'

const base = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
          // Without `with { type: 'json' }`, jest warns about each import of JSON.
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    '\\.css$': '<rootDir>/scripts/css-stub.cjs',
    // One file with all icons instead of 2,100 modules, which jest would link anew for each test file.
    '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
  },
  modulePathIgnorePatterns: ['/dist/', '/\\.inkproof/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', LONG],
}

const SERVICES = [
  'svc-*',
  'contracts',
  'packages/service-kit',
  'packages/messages',
  'packages/file-storage',
  'launcher/src',
]

export default {
  testTimeout: 180_000,
  // A suite spends a third of its time waiting for a service, so three run concurrently on two cores. A worker never
  // unloads the modules of its suites, so jest replaces it when it exceeds the memory limit.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/packages/!(service-kit|messages|file-storage)/**/*.test.{ts,tsx}',
        '<rootDir>/shell/**/*.test.{ts,tsx}',
        '<rootDir>/mfe-*/**/*.test.{ts,tsx}',
      ],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, `/${GALLERY}/`],
      setupFilesAfterEnv: ['<rootDir>/packages/slice-kit/src/testing/wait-limit.mjs'],
    },
    {
      ...base,
      displayName: 'services',
      testMatch: SERVICES.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
      testEnvironment: '<rootDir>/launcher/src/testing/main-realm-environment.mjs',
      // npm packages are loaded by Node.js, once per worker: jest would link them anew for each test file.
      transform: {
        ...base.transform,
        '/node_modules/.+\\.[cm]?js$': '<rootDir>/launcher/src/testing/native-packages.mjs',
      },
      transformIgnorePatterns: [],
      globalSetup: '<rootDir>/launcher/src/testing/parts-setup.mjs',
      globalTeardown: '<rootDir>/launcher/src/testing/teardown.mjs',
    },
    {
      ...base,
      displayName: 'e2e',
      testMatch: [
        '<rootDir>/e2e/*.test.ts',
        '<rootDir>/gateway/**/*.test.ts',
        '<rootDir>/launcher/test/*.test.ts',
      ],
      globalSetup: '<rootDir>/launcher/src/testing/system-setup.mjs',
      globalTeardown: '<rootDir>/launcher/src/testing/teardown.mjs',
    },
  ],
}
