/**
 * `npm run test:long`: exhaustive and slow tests, named `*.long.test.ts`, such as changing each byte of a proof, and failing
 * over between Redis servers.
 * They have the same requirements as the other tests of their project.
 */
import base, { LONG } from './jest.config.mjs'

const projects = base.projects
  .filter(({ displayName }) => displayName === 'unit' || displayName === 'services')
  .map(({ testMatch, testPathIgnorePatterns, ...project }) => ({
    ...project,
    testMatch: testMatch.map((glob) => glob.replace('*.test.', '*.long.test.')),
    testPathIgnorePatterns: testPathIgnorePatterns.filter((pattern) => pattern !== LONG),
  }))

export default { ...base, projects }
