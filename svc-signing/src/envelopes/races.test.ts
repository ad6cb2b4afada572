/** Some of the races in races.long.test.ts. */
import { describe } from '@jest/globals'
import { testRaces } from './testing/races.ts'
import { testRecipientRaces } from './testing/recipient-races.ts'

const RACES = 20

describe('two calls', () => testRaces(RACES))
describe('two recipients', () => testRecipientRaces(RACES))
