import { describe } from '@jest/globals'
import { s3Backend } from './testing/backends.ts'
import { testDamage } from './testing/damage.ts'
import { testInterruptions } from './testing/interruptions.ts'
import { testStoring } from './testing/storing.ts'
import { testSweep } from './testing/sweeping.ts'

describe('storing in S3 storage', () => testStoring(s3Backend))
describe('damage in S3 storage', () => testDamage(s3Backend))
describe('interruptions with S3 storage', () => testInterruptions(s3Backend))
describe('the sweep with S3 storage', () => testSweep(s3Backend))
