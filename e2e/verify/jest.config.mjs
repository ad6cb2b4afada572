/** `npm run test:verify`: every answer of the Verify page and of the saved verifier, in a browser. */
import { resolve } from 'node:path'
import base from '../../jest.config.mjs'

const e2e = base.projects.find(({ displayName }) => displayName === 'e2e')

export default {
  ...base,
  // Each suite keeps a browser and several processes busy.
  maxWorkers: 2,
  rootDir: resolve(import.meta.dirname, '../..'),
  projects: [{ ...e2e, displayName: 'verify', testMatch: ['<rootDir>/e2e/verify/*.test.ts'] }],
}
