/** `npm run test:contract`: every call of every service with a valid and an invalid input, through the gateway. */
import { resolve } from 'node:path'
import base from '../../jest.config.mjs'

const e2e = base.projects.find(({ displayName }) => displayName === 'e2e')

export default {
  ...base,
  rootDir: resolve(import.meta.dirname, '../..'),
  projects: [{ ...e2e, displayName: 'contract', testMatch: ['<rootDir>/e2e/contract/*.test.ts'] }],
}
