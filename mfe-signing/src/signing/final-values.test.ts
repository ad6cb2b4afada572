import type { Envelope, Recipient } from '@inkproof/signing/envelope'
import type { Field } from '@inkproof/signing/field'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { sampleField } from '../testing/sample-draft.ts'
import { serveFonts } from '../testing/serve-fonts.ts'
import { makeFinalValues } from './final-values.ts'

let fonts: ReturnType<typeof serveFonts>
beforeEach(() => {
  fonts = serveFonts()
})
afterEach(() => fonts.restore())

const SIZE = { width: 612, height: 792 }
const PAGE = { ...SIZE, box: { x: 0, y: 0, ...SIZE }, rotation: 0 as const }

/** Returns what is signed of a number whose input contains this text. */
async function signedNumber(
  text: string,
  validation: Field['validation'] = {},
): Promise<string | undefined> {
  const rect = [7_200, 7_200, 12_000, 2_400]
  const field = { id: 'rent', type: 'number', page: 1, rect, validation }
  const envelope = { fields: [field as Field] } as Envelope
  const recipient = { id: 'recipient-1', name: 'Ana Reis', email: 'ana@example.org' } as Recipient
  const placed = sampleField('number', { value: { kind: 'text', text } })
  const input = { envelope, recipient, encoded: new Uint8Array() }
  const [value] = await makeFinalValues(input, { fields: [placed] }, [PAGE], new Date())
  return value?.text
}

test('a decimal comma is signed as a point, also if the input was never left', async () => {
  expect(await signedNumber('1,5')).toBe('1.5')
  expect(await signedNumber('1200')).toBe('1200')
})

test('a number is signed with its decimal places', async () => {
  expect(await signedNumber('01,5', { decimals: 2 })).toBe('1.50')
})
