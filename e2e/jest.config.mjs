/** `npm run test:browser`: what `test:contract`, `test:verify`, `test:identity`, `test:signing` and `test:slices` test, on one running system. */
import contract from './contract/jest.config.mjs'
import identity from './identity/jest.config.mjs'
import signing from './signing/jest.config.mjs'
import slices from './slices/jest.config.mjs'
import verify from './verify/jest.config.mjs'

export default {
  ...identity,
  projects: [contract, verify, identity, signing, slices].flatMap(({ projects }) => projects),
}
