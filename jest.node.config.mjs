/**
 * `npm run test:node`: runs the tests that depend most on Node.js again, with the Node.js version of the images: keys, hashes and
 * signatures, connections to the stores, mail, files, and each service as a whole. `npm test` runs all tests with the installed
 * version; in the workflow `check`, that is the one of the images.
 */
import base from './jest.config.mjs'

const TESTS = {
  unit: ['packages/{proof,signing,pdf-signing}/**/*.test.ts'],
  services: [
    'packages/{service-kit,messages,file-storage}/**/*.test.ts',
    'svc-*/src/*.test.ts',
    'svc-signing/src/{pdf,authority}/*.test.ts',
    'svc-signing/src/envelopes/http-signing.test.ts',
  ],
}

const projects = base.projects
  .filter(({ displayName }) => displayName in TESTS)
  .map((project) => ({
    ...project,
    testMatch: TESTS[project.displayName].map((glob) => `<rootDir>/${glob}`),
  }))

export default { ...base, projects }
