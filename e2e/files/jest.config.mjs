/** `npm run test:files`: the main job with files of every making and size; takes some minutes. */
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
