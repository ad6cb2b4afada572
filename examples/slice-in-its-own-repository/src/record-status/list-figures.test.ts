import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Heads } from '@inkproof/protocol/log'
import { listFigures } from './list-figures.ts'

test('an empty record has no entries', () => {
  const figures = listFigures({ checkpoint: null, anchor: null, settled: null })
  assert.deepEqual(figures, { signed: 0, anchored: 0, final: 0 })
})

test('returns the sizes of the newest states', () => {
  const heads = { checkpoint: { size: 7 }, anchor: { size: 5 }, settled: { size: 3 } } as Heads
  assert.deepEqual(listFigures(heads), { signed: 7, anchored: 5, final: 3 })
})
