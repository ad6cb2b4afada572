import { test } from '@jest/globals'
import { everyByteCounts, neverThrows, neverThrowsForGarbage } from './testing/damage-properties.ts'

test('never throws for damaged files', () => neverThrows(1000))

test('never throws for bytes that are no file', () => neverThrowsForGarbage(20_000))

test('every signed byte counts', () => everyByteCounts(500))
