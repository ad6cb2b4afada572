/** `npm run test:parts`: adds a slice, a service and a language to a copy of the repository, and removes them again. */
import { resolve } from 'node:path'
import base from '../../jest.config.mjs'

const { globalSetup, globalTeardown, ...e2e } = base.projects.find(
  ({ displayName }) => displayName === 'e2e',
)

export default {
  ...base,
  rootDir: resolve(import.meta.dirname, '../..'),
  projects: [{ ...e2e, displayName: 'parts', testMatch: ['<rootDir>/e2e/parts/*.test.ts'] }],
}
