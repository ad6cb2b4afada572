import { test } from '@jest/globals'
import { everyByteCounts, neverThrows, neverThrowsForGarbage } from './testing/damage-properties.ts'

test('never throws for damaged files', () => neverThrows(60))

test('never throws for bytes that are no file', () => neverThrowsForGarbage(300))

test('every signed byte counts', () => everyByteCounts(40))
