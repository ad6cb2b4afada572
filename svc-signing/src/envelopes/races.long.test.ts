/** Two things at once, in two processes with one real database, from 200 seeds each. */
import { describe } from '@jest/globals'
import { testRaces } from './testing/races.ts'
import { testRecipientRaces } from './testing/recipient-races.ts'

const RACES = 200

describe('two calls', () => testRaces(RACES))
describe('two recipients', () => testRecipientRaces(RACES))
