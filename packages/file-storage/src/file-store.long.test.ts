import { describe } from '@jest/globals'
import { gridFsBackend } from './testing/backends.ts'
import { testDamage } from './testing/damage.ts'
import { testInterruptions } from './testing/interruptions.ts'
import { testStoring } from './testing/storing.ts'
import { testSweep } from './testing/sweeping.ts'

describe('storing in MongoDB', () => testStoring(gridFsBackend))
describe('damage in MongoDB', () => testDamage(gridFsBackend))
describe('interruptions with MongoDB', () => testInterruptions(gridFsBackend))
describe('the sweep with MongoDB', () => testSweep(gridFsBackend))
