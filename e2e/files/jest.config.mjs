/**
 * `npm run test:files`: the main flow with files from different programs, up to 2 GB; takes several minutes.
 */
import { resolve } from 'node:path'
import base from '../../jest.config.mjs'

const e2e = base.projects.find(({ displayName }) => displayName === 'e2e')
const root = '<rootDir>/e2e'

export default {
  testTimeout: 600_000,
  rootDir: resolve(import.meta.dirname, '../..'),
  projects: [
    {
      ...e2e,
      displayName: 'files',
      testMatch: [`${root}/small-files.test.ts`, `${root}/files/*.test.ts`],
    },
  ],
}
