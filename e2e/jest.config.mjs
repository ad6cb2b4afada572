/** `npm run test:browser`: what `test:verify`, `test:identity` and `test:slices` test, on one running system. */
import identity from './identity/jest.config.mjs'
import slices from './slices/jest.config.mjs'
import verify from './verify/jest.config.mjs'

export default {
  ...identity,
  projects: [verify, identity, slices].flatMap(({ projects }) => projects),
}
