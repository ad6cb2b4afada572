/**
 * `npm run test:node`: a second run, with the Node.js of the images, of what depends on Node.js most: keys, hashes and signatures,
 * connections to the stores, mail, files, and each service as a whole. `npm test` runs everything else with one Node.js; the
 * workflow `check` uses that of the images.
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
