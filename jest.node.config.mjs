/**
 * `npm run test:node`: the unit and service tests of code that runs in Node.js, for a second run with the Node.js of the images.
 * Code that runs in browsers only is left out.
 */
import base from './jest.config.mjs'

const BROWSER_ONLY = ['/mfe-[^/]+/', '/shell/', '/packages/(ui|slice|slice-parts)/']

const projects = base.projects
  .filter(({ displayName }) => displayName === 'unit' || displayName === 'services')
  .map(({ testPathIgnorePatterns, ...project }) => ({
    ...project,
    testPathIgnorePatterns: [
      ...testPathIgnorePatterns,
      ...BROWSER_ONLY.map((pattern) => `<rootDir>${pattern}`),
    ],
  }))

export default { ...base, projects }
