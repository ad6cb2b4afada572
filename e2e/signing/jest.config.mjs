/** `npm run test:signing`: documents are signed by one person and by several, with every kind of field and file, in a browser. */
import { resolve } from 'node:path'
import base from '../../jest.config.mjs'

const e2e = base.projects.find(({ displayName }) => displayName === 'e2e')

export default {
  ...base,
  // Each suite keeps a browser and several processes busy.
  maxWorkers: 2,
  rootDir: resolve(import.meta.dirname, '../..'),
  projects: [{ ...e2e, displayName: 'signing', testMatch: ['<rootDir>/e2e/signing/*.test.ts'] }],
}
