/** A request is one row, which has at most 16 MB, however many people sign and however much they enter. */
import type { FieldRequest } from '@inkproof/protocol/envelope-fields'
import { signerLimits } from '@inkproof/protocol/sign-request'
import { MAX_RECIPIENTS } from '@inkproof/protocol/start-envelope'
import type { AppError } from '@inkproof/service-kit/app-error'
import { formatAppearance } from '@inkproof/signing/appearance-stream'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { signRequest } from './sign-request.ts'
import { type EnvelopeSystem, field, openEnvelopeSystem, START } from './testing/envelope-system.ts'
import { bindNew, byLink, recipient, SENDER, statementOf } from './testing/recipients.ts'
import type { SignChanges, Signer } from './testing/signer.ts'

/** Of MongoDB. */
const MAX_ROW_BYTES = 16 * 2 ** 20

let system: EnvelopeSystem
let id: string
let signer: Signer
beforeAll(async () => {
  system = await openEnvelopeSystem()
  const people = Array.from({ length: MAX_RECIPIENTS }, (_, i) => recipient(`Person ${i + 1}`, 1))
  const fields = people.flatMap((_, i): FieldRequest[] => {
    const [x, y] = [50 + (i % 5) * 100, 50 + Math.floor(i / 5) * 60]
    return [
      field('signature', { recipient: i, rectangle: { x, y, width: 80, height: 20 } }),
      field('text', { recipient: i, rectangle: { x, y: y + 25, width: 80, height: 20 } }),
    ]
  })
  id = (await system.started({ ...START, recipients: people, fields }))._id
  signer = await bindNew(system, id, SENDER)
})
afterAll(() => system.close())

/** A stream of about this many bytes. */
function streamOf(bytes: number): Uint8Array {
  const triangle = {
    segments: [['move', 2, 2], ['line', 8, 2], ['line', 5, 8.5], ['close']],
    paint: { type: 'fill', rule: 'nonzero', colour: [0, 0, 0.5] },
  } as const
  const one = formatAppearance([triangle]).length
  const two = formatAppearance([triangle, triangle]).length
  const count = Math.floor((bytes - one) / (two - one))
  return formatAppearance(Array.from({ length: count + 1 }, () => triangle))
}

/** Signs as the first of 50 people, and returns the reason of the refusal. */
async function reasonOf(changes: SignChanges): Promise<string> {
  const body = await statementOf(system, id, SENDER, signer, changes)
  return signRequest(system.deps, byLink(system, id, SENDER), body).then(
    () => 'accepted',
    ({ code, details }: AppError) => details.issues?.[0]?.message ?? code,
  )
}

test('each of 50 signers can enter an equal share, and no more', async () => {
  const limits = signerLimits(MAX_RECIPIENTS)
  expect(limits).toEqual({ appearances: 120_000, texts: 20_000 })
  expect(await reasonOf({ stream: streamOf(limits.appearances + 1_000) })).toBe(
    'APPEARANCES_TOO_LARGE',
  )
  expect(await reasonOf({ values: { text: 'é'.repeat(10_000) } })).toBe('TEXTS_TOO_LONG')
  const stream = streamOf(limits.appearances - 1_000)
  expect(await reasonOf({ stream, values: { text: 'é'.repeat(9_900) } })).toBe('accepted')
})

test('one signer can enter as much as a call accepts', () => {
  expect(signerLimits(1)).toEqual({ appearances: 450_000, texts: 1_000_000 })
})

test('a request in which everybody enters as much as allowed leaves a third of the row free', () => {
  for (let signers = 1; signers <= MAX_RECIPIENTS; signers++) {
    const { appearances, texts } = signerLimits(signers)
    // Both are stored as base64url.
    const stored = (signers * (appearances + texts) * 4) / 3
    expect(stored).toBeLessThan((MAX_ROW_BYTES * 2) / 3)
  }
})
