/** `npm run test:identity`: tests every sign-in method and setting against the specification, in a browser. */
import { resolve } from 'node:path'
import base from '../../jest.config.mjs'

const e2e = base.projects.find(({ displayName }) => displayName === 'e2e')

export default {
  ...base,
  // Each suite keeps a browser and several processes busy.
  maxWorkers: 2,
  rootDir: resolve(import.meta.dirname, '../..'),
  projects: [
    {
      ...e2e,
      displayName: 'identity',
      testMatch: ['<rootDir>/e2e/{identity,specification}/*.test.ts'],
    },
  ],
}
