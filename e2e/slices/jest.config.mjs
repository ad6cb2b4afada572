/**
 * `npm run test:slices`: slices that are missing, broken, offline or of another release, and every
 * component of packages/ui, in a browser.
 */
import { resolve } from 'node:path'
import base, { GALLERY } from '../../jest.config.mjs'

const findProject = (name) => base.projects.find(({ displayName }) => displayName === name)
const { testPathIgnorePatterns, ...unit } = findProject('unit')

export default {
  ...base,
  // Each suite keeps a browser and several processes busy.
  maxWorkers: 2,
  rootDir: resolve(import.meta.dirname, '../..'),
  projects: [
    {
      ...findProject('e2e'),
      displayName: 'slices',
      testMatch: ['<rootDir>/e2e/{skew,slices}/*.test.ts'],
    },
    {
      ...unit,
      displayName: 'gallery',
      testMatch: [`<rootDir>/${GALLERY}/*.test.ts`],
      testPathIgnorePatterns: testPathIgnorePatterns.filter(
        (pattern) => !pattern.includes(GALLERY),
      ),
    },
  ],
}
