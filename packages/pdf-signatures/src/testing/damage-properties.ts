import fc from 'fast-check'
import { DAMAGE, damage, intactSignature, isClean, rangesOf } from './damage.ts'
import { check, readTestFile } from './files.ts'

const NAMES = ['approval', 'certified-p2', 'object-streams', 'linearized']
const FILES = NAMES.map((name) => readTestFile(`${name}.pdf`))

/** No damage makes the check throw. */
export async function neverThrows(numRuns: number): Promise<void> {
  const file = fc.constantFrom(...FILES)
  const changes = fc.array(DAMAGE, { minLength: 1, maxLength: 3 })
  const property = fc.asyncProperty(file, changes, async (original, list) => {
    await check(list.reduce(damage, original))
  })
  await fc.assert(property, { numRuns })
}

/** Bytes that are no damaged file, with and without a header, do not make the check throw either. */
export async function neverThrowsForGarbage(numRuns: number): Promise<void> {
  const tokens = fc.constantFrom(
    ...'<< >> [ ] ( ) < > /ByteRange /Root /Prev /Size 1 0 R obj endobj stream endstream'.split(
      ' ',
    ),
    ...'xref trailer startxref %%EOF %PDF-1.7 null true -1 9999999999 /Kids /W [1 2 1]'.split(' '),
  )
  const text = fc.array(tokens, { maxLength: 60 }).map((list) => list.join('\n'))
  const property = fc.asyncProperty(text, fc.uint8Array({ maxLength: 200 }), async (body, tail) => {
    await check(Uint8Array.from([...new TextEncoder().encode(`%PDF-1.7\n${body}`), ...tail]))
    await check(tail)
  })
  await fc.assert(property, { numRuns })
}

/**
 * One changed byte in what the first signature covers makes that one invalid; one in what only the second covers makes
 * what followed the first not permitted.
 */
export async function everyByteCounts(numRuns: number): Promise<void> {
  const [file] = FILES
  const [jane, john] = file ? rangesOf(file) : []
  if (!file || !jane || !john) throw new Error('No signatures')
  const covered = fc.nat(john.end - 1).filter((at) => at < john.gapStart || at >= john.gapEnd)
  const property = fc.asyncProperty(covered, fc.integer({ min: 1, max: 255 }), async (at, by) => {
    const bytes = file.slice()
    bytes[at] = (bytes[at] ?? 0) ^ by
    if (await intactSignature(bytes, 'john')) throw new Error(`Byte ${at} is not covered`)
    const isInGap = at >= jane.gapStart && at < jane.gapEnd
    if (!isInGap && isClean(await intactSignature(bytes, 'jane'))) {
      throw new Error(`Byte ${at} may change`)
    }
  })
  await fc.assert(property, { numRuns })
}
