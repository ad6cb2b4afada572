/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { fromBase64Url, toHex } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import type { EarlierValue, SigningBasis } from '@inkproof/protocol/envelopes'
import { envelopeDigest } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { isRevealed, revealedText } from '@inkproof/signing/hidden-value'
import { keyThumbprint } from '@inkproof/signing/public-key'
import { checkSignature, decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { decodeStatement } from '@inkproof/signing/statement'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { sampleDraft } from '../testing/sample-draft.ts'
import { MARK, OTHER_MARK, sampleEarlier } from '../testing/sample-earlier.ts'
import { CONSENT } from '../testing/sample-envelope.ts'
import { ANA, signInAs, signOutNow } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import type { FinalValue } from './final-values.ts'
import { RENDERER } from './renderer.ts'
import { type Reviewed, sendStatement, signReviewed } from './sign-envelope.ts'
import { readKey, removeEnvelope } from './signing-db.ts'
import { startFromDraft } from './start-envelope.ts'

const ID = sampleDraft().envelopeId
const BOX = { page: 1, rectangle: { x: 72, y: 72, width: 120, height: 24 }, label: '' }
const STREAM = new TextEncoder().encode('q\n0 0 0 rg\n0 0 m\n1 1 l\nf\nQ\n')
const VALUES: FinalValue[] = [
  { ...BOX, field: 'signer-01-signature', type: 'signature', text: '', appearance: STREAM },
  { ...BOX, field: 'signer-01-field-0001', type: 'checkbox', text: '1', appearance: null },
  { ...BOX, field: 'signer-01-field-0003', type: 'name', text: 'Ana Reis', appearance: STREAM },
]

let signing: SigningService
let basis: SigningBasis

beforeEach(async () => {
  signing = await startSigningService()
  signInAs()
  await startFromDraft(sampleDraft(), ANA, () => {})
  basis = signing.service.envelope?.basis as SigningBasis
})

afterEach(async () => {
  await removeEnvelope(ID)
  signOutNow()
  await signing.stop()
})

function reviewed(change: Partial<Reviewed> = {}): Reviewed {
  const [accountId, recipient] = [ANA.id, 'recipient-1']
  const viewed = new Set([3, 1, 2, 5])
  return {
    envelope: ID,
    recipient,
    accountId,
    act: 'sign',
    basis,
    values: VALUES,
    viewed,
    renderer: RENDERER,
    signer: { type: 'browser' },
    name: 'Ana Reis',
    ...change,
  }
}

const statementsSent = () => signing.sent('/statement')

test('makes a statement that is about exactly what was reviewed', async () => {
  await signReviewed(reviewed())
  const [body = ''] = statementsSent()
  const { appearances, signedStatement } = JSON.parse(body)
  const signed = decodeSignedStatement(fromBase64Url(signedStatement))
  const encoded = fromBase64Url(basis.envelope)
  expect(await checkSignature(signed, decodeEnvelope(encoded), 'Ana Reis')).toMatchObject({
    outcome: 'passed',
  })
  const statement = decodeStatement(signed.statement)
  expect(statement).toMatchObject({
    origin: basis.origin,
    chainId: basis.chainId,
    recipient: 'recipient-1',
    act: 'sign',
    seen: [],
    consent: { language: CONSENT.language, version: CONSENT.version },
    renderer: RENDERER,
    viewed: [
      [
        [1, 3],
        [5, 5],
      ],
    ],
  })
  expect(toHex(statement.envelope)).toBe(toHex(envelopeDigest(encoded)))
  expect(statement.documents.map(toHex)).toEqual([basis.prepared.fingerprint])
  expect(toHex(statement.firstEntry)).toBe(basis.firstEntry)
  expect(toHex(statement.boundBy)).toBe(signing.service.envelope?.basis?.key?.boundBy)
  expect(toHex(statement.key)).toBe(toHex(keyThumbprint(signed.key)))
  expect(Math.abs(statement.time.getTime() - Date.now())).toBeLessThan(60_000)
  expect(appearances.map((item: string) => toHex(fromBase64Url(item)))).toEqual([toHex(STREAM)])
})

test('names what earlier recipients entered as seen, sorted by field and kind', async () => {
  const earlier = [
    sampleEarlier('b', { appearance: MARK }),
    sampleEarlier('a', { text: 'A', appearance: MARK }),
  ]
  await signReviewed(reviewed({ basis: { ...basis, earlier } }))
  const { signedStatement } = JSON.parse(statementsSent()[0] ?? '')
  const { seen } = decodeStatement(decodeSignedStatement(fromBase64Url(signedStatement)).statement)
  const [b, a] = earlier
  expect(seen.map(({ hash, ...value }) => ({ ...value, hash: toHex(hash) }))).toEqual([
    { field: 'a', kind: 'value', hash: a?.hidden[0]?.hash },
    { field: 'a', kind: 'appearance', hash: a?.hidden[1]?.hash },
    { field: 'b', kind: 'appearance', hash: b?.hidden[0]?.hash },
  ])
})

test('makes no statement about earlier values that differ from their hashes', async () => {
  const [lie, honest] = [MARK, OTHER_MARK].map((appearance) => sampleEarlier('b', { appearance }))
  const earlier = [{ ...honest, appearance: lie?.appearance ?? null }] as EarlierValue[]
  const signed = signReviewed(reviewed({ basis: { ...basis, earlier } }))
  await expect(signed).rejects.toThrow('cannot be shown as they signed it')
  expect(statementsSent()).toEqual([])
})

test('an approval has no values', async () => {
  signing.service.options.intercept = ({ path }) =>
    path.endsWith('/statement') ? { status: 409, code: 'ENVELOPE_ENDED', body: '' } : undefined
  await signReviewed(reviewed({ act: 'approve', values: [] }))
  const { signedStatement } = JSON.parse(statementsSent()[0] ?? '')
  const statement = decodeStatement(decodeSignedStatement(fromBase64Url(signedStatement)).statement)
  expect(statement).toMatchObject({ act: 'approve', values: [] })
})

test('reveals every value and hides it behind a salt, in the order of the fields', async () => {
  await signReviewed(reviewed())
  const { signedStatement } = JSON.parse(statementsSent()[0] ?? '')
  const { revealed, statement } = decodeSignedStatement(fromBase64Url(signedStatement))
  const { values } = decodeStatement(statement)
  expect(values.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
    'signer-01-field-0001 value',
    'signer-01-field-0003 value',
    'signer-01-field-0003 appearance',
    'signer-01-signature appearance',
  ])
  expect(values.every((value, i) => isRevealed(value, revealed[i] as (typeof revealed)[0]))).toBe(
    true,
  )
  const texts = revealed.filter(({ kind }) => kind === 'value').map(revealedText)
  expect(texts).toEqual(['1', 'Ana Reis'])
  expect(toHex(revealed[3]?.content ?? STREAM)).toBe(toHex(sha256(STREAM)))
  expect(new Set(revealed.map(({ salt }) => toHex(salt))).size).toBe(4)
})

test('the private key cannot be exported', async () => {
  await signReviewed(reviewed())
  const key = await readKey(ID, 'recipient-1', ANA.id)
  expect(key && 'privateKey' in key && key.privateKey.extractable).toBe(false)
})

test.each<['lost' | 'drop']>([['lost'], ['drop']])(
  'a statement whose response is missing (%s) is repeated with the same bytes',
  async (failure) => {
    let isFailing = true
    signing.service.options.intercept = ({ path }) =>
      isFailing && path.endsWith('/statement') ? failure : undefined
    await expect(signReviewed(reviewed())).rejects.toThrow()
    isFailing = false
    // The page was opened again, at another time and with other pages shown.
    await signReviewed(reviewed({ viewed: new Set([1]) }))
    const [first, second] = statementsSent()
    expect(second).toBe(first)
    expect(signing.service.envelope?.state).toBe('completing')
  },
)

test('a key whose response is missing is bound again, and no second one is made', async () => {
  let isFailing = true
  signing.service.options.intercept = ({ path }) =>
    isFailing && path.endsWith('/key') ? 'lost' : undefined
  await expect(signReviewed(reviewed())).rejects.toThrow()
  isFailing = false
  await signReviewed(reviewed())
  const [first, second] = signing.sent('/key')
  expect(second).toBe(first)
  expect(signing.service.envelope?.state).toBe('completing')
})

test('two tabs that sign at the same time send the same statement with the same key', async () => {
  await Promise.all([signReviewed(reviewed()), signReviewed(reviewed({ viewed: new Set([2]) }))])
  expect(new Set(signing.sent('/key')).size).toBe(1)
  expect(new Set(statementsSent()).size).toBe(1)
})

test('a key that was bound in another browser is not replaced', async () => {
  const key = { recipient: 'recipient-1', thumbprint: 'cd'.repeat(32), boundBy: 'ab'.repeat(32) }
  await expect(signReviewed(reviewed({ basis: { ...basis, key } }))).rejects.toThrow(
    'already being signed in another browser',
  )
  expect(signing.sent('/key')).toEqual([])
})

test('a key that another browser has bound in the meantime is explained', async () => {
  signing.service.options.intercept = ({ path }) =>
    path.endsWith('/key')
      ? { status: 409, code: 'KEY_ALREADY_BOUND', body: 'It is being signed elsewhere.' }
      : undefined
  await expect(signReviewed(reviewed())).rejects.toThrow('It is being signed elsewhere.')
  expect(statementsSent()).toEqual([])
})

test('a response with another key than the one that was sent is refused', async () => {
  const key = { recipient: 'recipient-1', thumbprint: 'cd'.repeat(32), boundBy: 'ab'.repeat(32) }
  signing.service.options.intercept = ({ path }) =>
    path.endsWith('/key')
      ? { status: 200, body: { ...signing.service.envelope, basis: { ...basis, key } } }
      : undefined
  await expect(signReviewed(reviewed())).rejects.toThrow('another browser')
  expect(statementsSent()).toEqual([])
})

test('after a refused statement, another one can be signed with the same key', async () => {
  let isFailing = true
  signing.service.options.intercept = ({ path }) =>
    isFailing && path.endsWith('/statement')
      ? { status: 400, code: 'STATEMENT_REFUSED', body: 'It does not match.' }
      : undefined
  await expect(signReviewed(reviewed())).rejects.toThrow('It does not match.')
  isFailing = false
  await signReviewed(reviewed())
  const [first, second] = statementsSent()
  expect(second).not.toBe(first)
  expect(new Set(signing.sent('/key')).size).toBe(1)
})

test.each([['ALREADY_SIGNED'], ['ENVELOPE_ENDED']])(
  'a statement for a document in another state (%s) is no failure: the page shows the state',
  async (code) => {
    signing.service.options.intercept = ({ path }) =>
      path.endsWith('/statement') ? { status: 409, code, body: 'Too late.' } : undefined
    await signReviewed(reviewed())
    const key = await readKey(ID, 'recipient-1', ANA.id)
    expect(key?.statement).not.toBeNull()
    if (key) await sendStatement(key)
    expect(new Set(statementsSent()).size).toBe(1)
  },
)

test('another account in the same browser gets neither the key nor the statement', async () => {
  await signReviewed(reviewed())
  expect(await readKey(ID, 'recipient-1', 'u2')).toBeNull()
})

test('appearances that exceed the limit are refused before anything is sent', async () => {
  const values = [0, 1, 2, 3].map(
    (number): FinalValue => ({
      ...BOX,
      field: `signer-01-field-000${number}`,
      type: 'initials',
      text: '',
      appearance: new Uint8Array(199_000).fill(number),
    }),
  )
  await expect(signReviewed(reviewed({ values }))).rejects.toThrow('too detailed')
  expect(statementsSent()).toEqual([])
})
