/** `npm run test:faults`: kills processes under load and checks that nothing acknowledged is lost. */
import { resolve } from 'node:path'
import base from '../../jest.config.mjs'

const { globalSetup, globalTeardown, ...services } = base.projects.find(
  ({ displayName }) => displayName === 'services',
)

export default {
  testTimeout: 600_000,
  // Each file measures how fast processes come back, and needs all processors for that.
  maxWorkers: 1,
  rootDir: resolve(import.meta.dirname, '../..'),
  projects: [
    {
      ...services,
      displayName: 'faults',
      testMatch: ['<rootDir>/e2e/faults/*.test.ts'],
      globalSetup,
      globalTeardown,
    },
  ],
}
