/**
 * `npm run test:node`: runs the tests that depend most on Node.js again, with the Node.js version of the images: keys, hashes and
 * signatures, connections to the stores, mail, files, and each service as a whole. `npm test` runs all tests with the installed
 * version; in the workflow `check`, that is the one of the images. Of the packages that also run in browsers, only the tests that
 * use Node's own cryptography: the others depend on nothing of Node.js.
 */
import base from './jest.config.mjs'

const TESTS = {
  unit: [
    'packages/proof/src/{hashes,node-ed25519,note,secp256k1,verify,wallet}.test.ts',
    'packages/signing/src/{signed-statement,vectors,verify-keys,webauthn}.test.ts',
    'packages/pdf-signing/src/{add-signature,installation-authority,pki,sign,time-stamp}.test.ts',
  ],
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
