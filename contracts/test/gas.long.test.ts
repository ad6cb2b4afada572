import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { connectTestChain } from '../testing/chain.ts'
import { type GasFigures, measureGas } from '../testing/gas-measure.ts'
import { gasReportPath, meanGas, renderGasReport } from '../testing/gas-report.ts'

/** Sends hundreds of transactions sequentially. */
const MEASURE_TIMEOUT_MS = 180_000
const provider = connectTestChain()
let figures: GasFigures
beforeAll(async () => {
  figures = await measureGas(provider)
}, MEASURE_TIMEOUT_MS)
afterAll(() => provider.destroy())

test('the first anchor, which writes one storage slot, costs less than 47,100 gas', () => {
  expect(figures.first.gas).toBeLessThan(47_100)
})

test('costs under 57,000 gas at 300,007 entries with proofs of 1 to 20 nodes', () => {
  expect(figures.large.map(({ nodes }) => nodes)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  for (const { gas } of figures.large) expect(gas).toBeLessThanOrEqual(57_000)
})

test('costs less than 45 gas per document for the second batch of 900 documents', () => {
  const [second] = figures.batches.get(900) ?? []
  expect(second).toMatchObject({ from: 900, to: 1_800 })
  expect((second?.gas ?? Number.NaN) / 900).toBeLessThan(45)
})

test('costs less than 45 gas per document for a log that grows by 1,000 documents at a time', () => {
  const batches = figures.batches.get(1_000) ?? []
  expect(batches).toHaveLength(299)
  expect(meanGas(batches) / 1_000).toBeLessThan(45)
})

test('matches the committed report', () => {
  expect(renderGasReport(figures)).toBe(readFileSync(gasReportPath, 'utf8'))
})
