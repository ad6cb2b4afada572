/** What each change of a signing request refuses. */

import { encryptedPdf, layersPdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import type { AppError } from '@inkproof/service-kit/app-error'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bindKey } from './bind-key.ts'
import { createDraft, deleteDraft } from './create.ts'
import { voidRequest } from './end-request.ts'
import { describeEvidence } from './evidence.ts'
import { toEnvelope } from './present.ts'
import { signRequest } from './sign-request.ts'
import { startRequest } from './start-request.ts'
import {
  type EnvelopeSystem,
  field,
  JANE,
  newId,
  openEnvelopeSystem,
  SIGNER,
  START,
  UPLOAD,
} from './testing/envelope-system.ts'
import { createPasskeySigner } from './testing/passkey-signer.ts'
import { createSigner, createWalletSigner, signAs } from './testing/signer.ts'

let system: EnvelopeSystem
const OTTO = { ...JANE, accountId: 'otto' }
const STRANGER = { ...JANE, workspaceId: 'doe' }

beforeAll(async () => {
  system = await openEnvelopeSystem()
})
afterAll(() => system.close())

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: AppError) => error.code ?? String(error),
  )
}

const create = (bytes: Uint8Array, id = newId(), by = JANE) =>
  createDraft(system.deps, by, { id, fileName: 'Lease.pdf' }, bytes)

test('creating a draft again returns it, and another file or account does not get its ID', async () => {
  const { _id } = await system.draft()
  expect((await create(UPLOAD, _id))._id).toBe(_id)
  expect(await codeOf(create(layersPdf(), _id))).toBe('ENVELOPE_ID_TAKEN')
  expect(await codeOf(create(UPLOAD, _id, OTTO))).toBe('ENVELOPE_ID_TAKEN')
  expect(await codeOf(create(UPLOAD, _id, STRANGER))).toBe('ENVELOPE_ID_TAKEN')
})

test('the same upload twice at once creates one draft with one file', async () => {
  const id = newId()
  const rows = await Promise.all([create(UPLOAD, id), create(UPLOAD, id)])
  expect(rows[0]?.upload).toBe(rows[1]?.upload)
  expect((await system.read(id)).pendingFiles.every(({ file }) => file !== rows[0]?.upload)).toBe(
    true,
  )
})

test.each([
  ['no PDF', 'PDF_UNREADABLE', async () => Buffer.from('Hello')],
  ['an encrypted one', 'PDF_ENCRYPTED', encryptedPdf],
  ['one with hidden layers', 'PDF_NOT_SUPPORTED', async () => layersPdf({ hidden: true })],
])('an upload of %s is refused: %s', async (_name, code, make) => {
  const id = newId()
  expect(await codeOf(create(new Uint8Array(await make()), id))).toBe(code)
  expect(await system.deps.envelopes.find(id)).toBeUndefined()
})

test('a request of another workspace does not exist', async () => {
  const { row, signer } = await system.bound()
  const { envelopes } = system.deps
  expect(await codeOf(envelopes.findInWorkspace('doe', row._id))).toBe('ENVELOPE_NOT_FOUND')
  const path = { id: row._id, recipient: SIGNER }
  const text = signer.publicKeyText
  expect(
    await codeOf(bindKey(system.deps, system.actor(STRANGER, path), { publicKey: text })),
  ).toBe('ENVELOPE_NOT_FOUND')
  const body = { signedStatement: 'AA', appearances: [] }
  expect(await codeOf(signRequest(system.deps, system.actor(STRANGER, path), body))).not.toBe(
    'accepted',
  )
})

const start = async (change: Partial<typeof START>, by = JANE) =>
  startRequest(system.deps, by, await system.draft(), { ...START, ...change })

test.each([
  ['no signature', [field('text')], 'expected 1 signatures of recipient 0'],
  [
    'two signatures',
    [field('signature'), field('signature')],
    'expected 1 signatures of recipient 0',
  ],
  ['a field on no page', [field('signature', { page: 3 })], 'expected only pages of the document'],
  [
    'a field beside its page',
    [field('signature', { rectangle: { x: -80, y: 0, width: 90, height: 9 } })],
    'expected rectangles on their pages, large enough for their types',
  ],
  [
    'a field that is too small',
    [field('signature', { rectangle: { x: 9, y: 9, width: 90, height: 2 } })],
    'expected rectangles on their pages, large enough for their types',
  ],
])('fields with %s are refused', async (_name, fields, message) => {
  await expect(start({ fields })).rejects.toMatchObject({
    code: 'FIELDS_REFUSED',
    details: { issues: [{ path: 'fields', message }] },
  })
})

test('only the creator starts, and only with a confirmed address', async () => {
  expect(await codeOf(start({}, OTTO))).toBe('NOT_YOUR_SIGNATURE')
  const confirmed = system.contact.value
  for (const value of [
    null,
    confirmed && { ...confirmed, isEmailConfirmed: false },
    confirmed && { ...confirmed, email: null },
  ]) {
    system.contact.value = value
    expect(await codeOf(start({}))).toBe('SIGNER_EMAIL_NOT_CONFIRMED')
  }
  system.contact.value = confirmed
})

test('a started request is neither started differently nor deleted, and the same start changes nothing', async () => {
  const row = await system.started()
  const again = await startRequest(system.deps, JANE, row, START)
  expect(again.steps).toEqual(row.steps)
  expect(again.request).toEqual(row.request)
  const other = { ...START, title: 'Another title' }
  expect(await codeOf(startRequest(system.deps, JANE, row, other))).toBe('ENVELOPE_STARTED')
  expect(await codeOf(deleteDraft(system.deps, row))).toBe('ENVELOPE_STARTED')
})

test('a draft can be neither signed nor discarded', async () => {
  const row = await system.draft()
  const path = { id: row._id, recipient: SIGNER }
  const { publicKeyText } = await createSigner()
  expect(
    await codeOf(bindKey(system.deps, system.actor(JANE, path), { publicKey: publicKeyText })),
  ).toBe('ENVELOPE_NOT_STARTED')
  expect(await codeOf(voidRequest(system.deps, row, ''))).toBe('ENVELOPE_NOT_STARTED')
})

test('a key is bound once, only by the recipient, and must be a point on the curve', async () => {
  const { row, signer } = await system.bound()
  const path = { id: row._id, recipient: SIGNER }
  const bind = (text: string, by = JANE) =>
    bindKey(system.deps, system.actor(by, path), { publicKey: text })
  expect(await bind(signer.publicKeyText)).toEqual(row)
  expect(await codeOf(bind((await createSigner()).publicKeyText))).toBe('KEY_ALREADY_BOUND')
  expect(await codeOf(bind(signer.publicKeyText, OTTO))).toBe('NOT_YOUR_SIGNATURE')
  expect(await codeOf(bind(Buffer.alloc(65, 4).toString('base64url')))).toBe('INVALID_INPUT')
  const unknown = bindKey(system.deps, system.actor(JANE, { ...path, recipient: 'recipient-2' }), {
    publicKey: signer.publicKeyText,
  })
  expect(await codeOf(unknown)).toBe('ENVELOPE_NOT_FOUND')
})

/** A wallet and a passkey of the account, as the request names them, and how a verifier reports them. */
const OWN_KEYS = {
  wallet: () => {
    const signer = createWalletSigner()
    const { publicKeyText: wallet } = signer
    system.wallets.value = [wallet]
    return { signer, named: { wallet }, reported: { wallet } }
  },
  passkey: () => {
    const signer = createPasskeySigner()
    system.passkeys.push({ ...signer.known, accountId: JANE.accountId })
    return { signer, named: { passkey: signer.known.id }, reported: { isPasskey: true } }
  },
}

test.each([
  ['wallet', true, 'wallet'],
  ['wallet', false, 'account'],
  ['passkey', true, 'passkey'],
  ['passkey', false, 'account'],
] as const)(
  'a %s of the account that the request names (%s) is reported as known',
  async (type, isNamed, method) => {
    const { named, reported, signer } = OWN_KEYS[type]()
    const recipients = START.recipients.map((item) => ({ ...item, ...(isNamed && named) }))
    const { _id } = await system.started({ ...START, recipients })
    const shown = toEnvelope(await system.read(_id), JANE.accountId)
    const actor = system.actor(JANE, { id: _id, recipient: SIGNER })
    const key = await signer.keyFor({ ...shown, you: { id: SIGNER, name: 'Jane Roe' } })
    const bound = await bindKey(system.deps, actor, key)
    const now = system.clock.now
    const body = await signAs(signer, toEnvelope(bound, JANE.accountId), { now })
    const { recipients: rows, request, steps } = await signRequest(system.deps, actor, body)
    if (!request) throw new Error('the request was not started')
    const evidence = describeEvidence(request, steps, rows, '')
    const { participants } = await verifyEvidence({ evidence, record: null, pdf: null })
    expect(participants).toMatchObject([{ ...reported, binding: { method, isKnownKey: isNamed } }])
  },
)

test('the sender cannot bind a passkey of another account, or one that cannot sign documents', async () => {
  const { _id } = await system.started()
  const shown = toEnvelope(await system.read(_id), JANE.accountId)
  const actor = system.actor(JANE, { id: _id, recipient: SIGNER })
  for (const [known, code] of [
    [{ accountId: OTTO.accountId }, 'SIGNING_PASSKEY_UNKNOWN'],
    [{ accountId: JANE.accountId, publicKey: null }, 'SIGNING_PASSKEY_UNSUITABLE'],
  ] as const) {
    const signer = createPasskeySigner()
    system.passkeys.push({ ...signer.known, ...known })
    const key = signer.keyFor({ ...shown, you: { id: SIGNER, name: 'Jane Roe' } })
    expect(await codeOf(bindKey(system.deps, actor, key))).toBe(code)
  }
})

test('after the end, nothing can be signed', async () => {
  const { envelope, row, signer } = await system.bound()
  const path = { id: row._id, recipient: SIGNER }
  const body = await signAs(signer, envelope, { now: system.clock.now })
  expect((await voidRequest(system.deps, row, 'Wrong file')).state).toBe('voided')
  expect((await voidRequest(system.deps, row, '')).state).toBe('voided')
  expect(await codeOf(signRequest(system.deps, system.actor(JANE, path), body))).toBe(
    'ENVELOPE_ENDED',
  )
  expect(
    await codeOf(
      bindKey(system.deps, system.actor(JANE, path), { publicKey: signer.publicKeyText }),
    ),
  ).toBe('ENVELOPE_ENDED')
  expect(await codeOf(startRequest(system.deps, JANE, await system.read(row._id), START))).toBe(
    'ENVELOPE_ENDED',
  )
})

test('a signed request is signed once and not discarded; the same statement again changes nothing', async () => {
  const { envelope, row, signer } = await system.bound()
  const path = { id: row._id, recipient: SIGNER }
  const send = async (by = JANE, body?: Awaited<ReturnType<typeof signAs>>) =>
    signRequest(
      system.deps,
      system.actor(by, path),
      body ?? (await signAs(signer, envelope, { now: system.clock.now })),
    )
  expect(await codeOf(send(OTTO))).toBe('NOT_YOUR_SIGNATURE')
  const body = await signAs(signer, envelope, { now: system.clock.now })
  const signed = await send(JANE, body)
  expect(signed.state).toBe('completing')
  expect(signed.steps.map(({ type }) => type)).toEqual([
    ...['sent', 'verified', 'bound', 'consented', 'viewed', 'signed', 'completed'],
  ])
  expect(await send(JANE, body)).toEqual(signed)
  expect(await codeOf(send())).toBe('ALREADY_SIGNED')
  expect(await codeOf(voidRequest(system.deps, row, ''))).toBe('ALREADY_SIGNED')
  expect(
    await codeOf(
      bindKey(system.deps, system.actor(JANE, path), { publicKey: signer.publicKeyText }),
    ),
  ).toBe('ALREADY_SIGNED')
})

test('past its expiry a request cannot be signed, even before the job has ended it', async () => {
  const { envelope, row, signer } = await system.bound()
  system.pass(7 * 24 * 3_600_000)
  const body = await signAs(signer, envelope, { now: system.clock.now })
  const path = { id: row._id, recipient: SIGNER }
  expect(await codeOf(signRequest(system.deps, system.actor(JANE, path), body))).toBe(
    'ENVELOPE_ENDED',
  )
  await system.work()
  const ended = await system.read(row._id)
  expect([ended.state, ended.steps.at(-1)?.type]).toEqual(['expired', 'expired'])
  expect(ended.steps.every(({ index }) => index !== null)).toBe(true)
  expect(await codeOf(voidRequest(system.deps, ended, ''))).toBe('ENVELOPE_ENDED')
})
