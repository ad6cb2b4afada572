/** Recipients and prepared documents with which signing does not start, and what a start stores. */
import { signElsewhere } from '@inkproof/pdf-signatures/testing/finished-signed-upload'
import { overwrite } from '@inkproof/pdf-signatures/testing/updates'
import type { PreparedField } from '@inkproof/pdf-signing/fields'
import type { PreparedPdf } from '@inkproof/pdf-signing/prepare'
import type { RecipientRequest, StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import { AppError } from '@inkproof/service-kit/app-error'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { isAccessCode } from './access-code.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { type StartDeps, startRequest } from './start-request.ts'
import {
  type EnvelopeSystem,
  field,
  JANE,
  newId,
  openEnvelopeSystem,
  START,
} from './testing/envelope-system.ts'
import { createPasskeySigner } from './testing/passkey-signer.ts'
import { FOUR, recipient } from './testing/recipients.ts'
import { refusalOf } from './testing/refusal-of-start.ts'

let system: EnvelopeSystem
/** No refused start changes it. */
let refused: EnvelopeRow
beforeAll(async () => {
  system = await openEnvelopeSystem()
  refused = await system.draft()
  system.passkeys.push({ ...PASSKEY.known, accountId: JANE.accountId })
})
afterAll(() => system.close())

/** The recipients, with another third one. */
const others = (changed: Partial<RecipientRequest>) =>
  FOUR.recipients.map((item, index) => (index === 2 ? { ...item, ...changed } : item))

const WALLET = `0x${'ab'.repeat(20)}`
const PASSKEY = createPasskeySigner()
const APPROVER = recipient('Ann', 1, { role: 'approver' })

test.each<[string, Partial<StartEnvelopeRequest>, string]>([
  [
    'no signer and no approver',
    { recipients: [recipient('Ann', 1, { role: 'viewer' })], fields: [] },
    'recipients',
  ],
  [
    'an address twice',
    { recipients: others({ email: 'ANN.archer@example.com' }) },
    'recipients.2.email',
  ],
  [
    'the sender’s own address',
    { recipients: others({ email: 'jane@Example.com' }) },
    'recipients.2.email',
  ],
  ['a wallet of another person', { recipients: others({ wallet: WALLET }) }, 'recipients.2.wallet'],
  [
    'a passkey of the account for another person',
    { recipients: others({ passkey: PASSKEY.known.id }) },
    'recipients.2.passkey',
  ],
  [
    'a passkey that the sender’s account does not have',
    {
      recipients: FOUR.recipients.map((item) => (item.email ? item : { ...item, passkey: 'AAAA' })),
    },
    'recipients.0.passkey',
  ],
  [
    'a wallet that the sender’s account does not have',
    {
      recipients: FOUR.recipients.map((item) => (item.email ? item : { ...item, wallet: WALLET })),
    },
    'recipients.0.wallet',
  ],
  ['the sender twice', { recipients: others({ email: null }) }, 'recipients.2.email'],
  [
    'an address that digital IDs cannot contain',
    { recipients: others({ email: 'dörte@example.com' }) },
    'recipients.2.email',
  ],
  [
    'a deadline of a viewer',
    {
      recipients: [APPROVER, recipient('Bob', 1, { role: 'viewer', answerWithinDays: 2 })],
      fields: [],
    },
    'recipients.1.answerWithinDays',
  ],
  [
    'a deadline of the sender',
    { recipients: [{ ...APPROVER, email: null, answerWithinDays: 2 }], fields: [] },
    'recipients.0.answerWithinDays',
  ],
  [
    'a later deadline than the request',
    { recipients: others({ answerWithinDays: 8 }), expiresAfterDays: 7 },
    'recipients.2.answerWithinDays',
  ],
])('recipients with %s are refused', async (_name, change, path) => {
  expect(await refusalOf(system, refused, change)).toEqual(['RECIPIENTS_REFUSED', path])
})

type Preparer = Pick<StartDeps['pdf'], 'planSignatures' | 'prepare'>

/** What a broken preparer makes of a document, of which a verifier would say after signing that its form differs. */
const prepareWith =
  (change: (prepared: PreparedPdf) => PreparedPdf): Preparer['prepare'] =>
  async (...input) =>
    change(await system.deps.pdf.prepare(...input))

/** Says that the first field is 10 points to the right of where it is. */
const moveFirst = ([moved, ...rest]: PreparedField[]): PreparedField[] =>
  moved
    ? [{ ...moved, rectangle: { ...moved.rectangle, x: moved.rectangle.x + 10 } }, ...rest]
    : rest

let drafts: { unsigned: EnvelopeRow; signed: EnvelopeRow }
beforeAll(async () => {
  const signed = await system.draft(newId(), 'Lease.pdf', await signElsewhere())
  drafts = { unsigned: await system.draft(), signed }
})

test.each<[string, keyof typeof drafts, Partial<Preparer>]>([
  [
    'another form',
    'unsigned',
    {
      prepare: prepareWith(({ bytes, fields }) => ({
        bytes: overwrite(bytes, '/SigFlags 3', '/SigFlags 1'),
        fields,
      })),
    },
  ],
  [
    'a field at another place',
    'unsigned',
    { prepare: prepareWith(({ bytes, fields }) => ({ bytes, fields: moveFirst(fields) })) },
  ],
  [
    'something after its end',
    'unsigned',
    {
      prepare: prepareWith(({ bytes, fields }) => ({
        bytes: Buffer.concat([bytes, Buffer.from('% more')]),
        fields,
      })),
    },
  ],
  [
    'a signature in a field that it already has',
    'signed',
    {
      planSignatures: async (...input) => {
        const fields = await system.deps.pdf.planSignatures(...input)
        return fields.map((item) => ({ ...item, name: 'Theirs' }))
      },
    },
  ],
])(
  'a document that was prepared with %s is refused before it is stored',
  async (_name, draft, broken) => {
    const put = () => Promise.reject(new Error('stored'))
    const warnings: unknown[] = []
    const deps = {
      ...system.deps,
      log: { warn: (...warning: unknown[]) => warnings.push(warning) },
      files: { ...system.files, put },
      pdf: { ...system.deps.pdf, ...broken },
    }
    const body = draft === 'signed' ? { ...START, fields: [field('signature')] } : FOUR
    await expect(startRequest(deps, JANE, drafts[draft], body)).rejects.toMatchObject({
      code: 'PDF_NOT_VERIFIABLE',
    })
    const why = {
      err: expect.objectContaining({ code: 'not-verifiable' }),
      envelope: drafts[draft]._id,
    }
    expect(warnings).toEqual([[why, 'a prepared document cannot be verified']])
    const { pendingFiles, recipients, state, steps } = await system.read(drafts[draft]._id)
    expect([state, pendingFiles, recipients, steps]).toEqual(['draft', [], [], []])
  },
)

test('a start stores only hashes of access codes, and recognizes its repetition', async () => {
  const body = { ...FOUR, recipients: others({ accessCode: ' Blue Heron ' }) }
  const row = await system.started(body)
  const stored = row.recipients[2]?.accessCode
  expect(JSON.stringify(row)).not.toMatch(/heron/i)
  expect(await isAccessCode(stored ?? { hash: '', salt: '' }, 'blue heron')).toBe(true)
  expect(await isAccessCode(stored ?? { hash: '', salt: '' }, 'blue herons')).toBe(false)
  expect((await startRequest(system.deps, JANE, row, body)).steps).toEqual(row.steps)
  const other = { ...FOUR, recipients: others({ accessCode: 'Green Heron' }) }
  await expect(startRequest(system.deps, JANE, row, other)).rejects.toMatchObject({
    code: 'ENVELOPE_STARTED',
  })
})

test('a request beyond the quota of the workspace stays a draft; it is counted only if it could be sent', async () => {
  const counted: string[] = []
  const deps = {
    ...system.deps,
    consumeQuota: async (workspaceId: string, envelopeId: string) => {
      counted.push(`${workspaceId} ${envelopeId}`)
      throw new AppError('MONTHLY_QUOTA_USED')
    },
  }
  const draft = await system.draft()
  const unusable = { ...FOUR, recipients: others({ email: null }) }
  await expect(startRequest(deps, JANE, draft, unusable)).rejects.toThrow('RECIPIENTS_REFUSED')
  expect(counted).toEqual([])
  await expect(startRequest(deps, JANE, draft, FOUR)).rejects.toThrow('MONTHLY_QUOTA_USED')
  expect(counted).toEqual([`${JANE.workspaceId} ${draft._id}`])
  expect(await system.read(draft._id)).toMatchObject({ state: 'draft', pendingFiles: [] })
  expect((await startRequest(system.deps, JANE, draft, FOUR)).state).toBe('signing')
})

test('the start fixes order, roles, message, reminders and expiry', async () => {
  const reminders = { firstAfterDays: 2, repeatAfterDays: 3 }
  const row = await system.started({ ...FOUR, reminders, expiresAfterDays: 30 })
  const { request } = row
  expect(request).toMatchObject({
    ...{ reminders, message: FOUR.message, sender: 'Jane Roe (Roe Workshops)', language: 'en' },
    consent: { version: 'request-3' },
  })
  const lasts = (request?.expiresAt.getTime() ?? 0) - (request?.startedAt.getTime() ?? 0)
  expect(Math.ceil(lasts / 86_400_000)).toBe(30)
  expect(
    row.recipients.map(({ accountId, id, linkId, order, role }) => [
      ...[id, role, order, accountId],
      linkId !== null,
    ]),
  ).toEqual([
    ['recipient-1', 'signer', 3, 'jane', false],
    ['recipient-2', 'signer', 2, null, true],
    ['recipient-3', 'signer', 2, null, true],
    ['recipient-4', 'approver', 1, null, true],
  ])
  const { linkId } = row.recipients[1] ?? {}
  expect((await system.deps.envelopes.findByLink(linkId ?? ''))?._id).toBe(row._id)
  expect(request?.fields.map(({ id, recipient: owner }) => `${owner} ${id}`)).toEqual([
    'recipient-1 signer-01-signature',
    'recipient-2 signer-02-signature',
    'recipient-2 signer-02-field-0002',
    'recipient-3 signer-03-field-0001',
    'recipient-3 signer-03-signature',
  ])
})
