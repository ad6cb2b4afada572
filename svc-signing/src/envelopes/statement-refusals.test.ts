/** Statements that are not accepted: each differs in one thing from one that is. */
import { fromBase64Url, toBase64Url, utf8 } from '@inkproof/proof/bytes'
import type { Envelope } from '@inkproof/protocol/envelopes'
import type { SignRequest } from '@inkproof/protocol/sign-request'
import type { AppError } from '@inkproof/service-kit/app-error'
import { hideValue, makeRevealed, sortHidden } from '@inkproof/signing/hidden-value'
import { passkey } from '@inkproof/signing/testing/sample-keys'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bindKey } from './bind-key.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { toEnvelope } from './present.ts'
import { signRequest } from './sign-request.ts'
import {
  type EnvelopeSystem,
  field,
  JANE,
  openEnvelopeSystem,
  SIGNER,
  START,
} from './testing/envelope-system.ts'
import { createSigner, type SignChanges, type Signer, STREAM, signAs } from './testing/signer.ts'

let system: EnvelopeSystem
let request: { row: EnvelopeRow; envelope: Envelope; signer: Signer }

const place = (y: number) => ({ rectangle: { x: 50, y, width: 60, height: 20 } })
const IF_TICKED = { conditions: [{ field: 7, is: 'equals' as const, value: '1' }] }
const FIELDS = [
  field('signature'),
  field('text', {
    ...place(100),
    settings: { validation: { minLength: 3, maxLength: 11, format: 'letters' } },
  }),
  field('name', place(140)),
  field('email', place(180)),
  field('signing-date', place(220)),
  field('number', {
    ...place(260),
    required: false,
    settings: { validation: { minimum: 10, maximum: 20, decimals: 0 } },
  }),
  field('date', {
    ...place(300),
    required: false,
    settings: { validation: { earliest: 'signing-day', latest: '2099-12-31' } },
  }),
  field('checkbox', { ...place(340), required: false }),
  field('dropdown', {
    ...place(380),
    required: false,
    settings: { validation: { options: ['Monthly', 'Yearly'] } },
  }),
  field('radio', { ...place(420), required: false, settings: { group: 0 } }),
  field('radio', { ...place(460), required: false, settings: { group: 0 } }),
  field('company', {
    ...place(500),
    required: false,
    settings: { default: 'Roe Workshops', readOnly: true, ...IF_TICKED },
  }),
  field('number', { ...place(540), settings: IF_TICKED }),
]

beforeAll(async () => {
  system = await openEnvelopeSystem()
  request = await system.bound({ ...START, fields: FIELDS })
})
afterAll(() => system.close())

/** Returns the reason why the statement is refused. */
async function reasonOf(body: SignRequest, row = request.row): Promise<string> {
  return signRequest(
    system.deps,
    system.actor(JANE, { id: row._id, recipient: SIGNER }),
    body,
  ).then(
    () => 'accepted',
    ({ code, details }: AppError) =>
      code === 'STATEMENT_REFUSED' ? String(details.issues?.[0]?.message) : code,
  )
}

async function refuse(changes: SignChanges, signer = request.signer): Promise<string> {
  return reasonOf(await signAs(signer, request.envelope, { now: system.clock.now, ...changes }))
}

const OTHER = new Uint8Array(32).fill(7)
const idOf = (type: string) => request.envelope.fields.find((item) => item.type === type)?.id ?? ''

/** It was today somewhere on Earth 24 hours ago, and is today nowhere now. */
const YESTERDAY = new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10)

const CHANGED: [string, string, SignChanges][] = [
  [
    'another record',
    'OTHER_RECORD',
    { statement: (item) => ({ ...item, origin: 'other.example' }) },
  ],
  ['another chain', 'OTHER_RECORD', { statement: (item) => ({ ...item, chainId: 5 }) }],
  [
    'another first entry',
    'OTHER_FIRST_ENTRY',
    { statement: (item) => ({ ...item, firstEntry: OTHER }) },
  ],
  ['another envelope', 'OTHER_ENVELOPE', { statement: (item) => ({ ...item, envelope: OTHER }) }],
  [
    'another document',
    'OTHER_DOCUMENTS',
    { statement: (item) => ({ ...item, documents: [OTHER] }) },
  ],
  [
    'another recipient',
    'OTHER_RECIPIENT',
    { statement: (item) => ({ ...item, recipient: 'signer-2' }) },
  ],
  ['another key', 'OTHER_KEY', { statement: (item) => ({ ...item, key: OTHER }) }],
  ['another binding', 'KEY_NOT_BOUND', { statement: (item) => ({ ...item, boundBy: OTHER }) }],
  ['an approval', 'OTHER_ACT', { statement: (item) => ({ ...item, act: 'approve' }) }],
  [
    'another consent text',
    'OTHER_CONSENT',
    { statement: (item) => ({ ...item, consent: { ...item.consent, version: 'own-0' } }) },
  ],
  [
    'pages that do not exist',
    'BAD_VIEWED',
    { statement: (item) => ({ ...item, viewed: [[[1, 3]]] }) },
  ],
  ['an empty required field', 'VALUE_MISSING', { values: { text: null } }],
  ['another value of a read-only field', 'DEFAULT_CHANGED', { values: { company: 'Doe Ltd' } }],
  ['a read-only field that is left empty', 'VALUE_MISSING', { values: { company: null } }],
  ['a required field that is shown and left empty', 'VALUE_MISSING', { values: { number: null } }],
  [
    'a value of a field that is not shown',
    'NOT_SHOWN',
    { values: { checkbox: null, company: null } },
  ],
  [
    'the default of a read-only field that is not shown',
    'NOT_SHOWN',
    { values: { checkbox: null, number: null } },
  ],
  ['a number that is none', 'INVALID_VALUE', { values: { number: 'twelve' } }],
  ['a number below the limit', 'INVALID_VALUE', { values: { number: '9' } }],
  ['a number above the limit', 'INVALID_VALUE', { values: { number: '21' } }],
  ['a number with too many decimal places', 'INVALID_VALUE', { values: { number: '12.5' } }],
  ['a text that is too short', 'INVALID_VALUE', { values: { text: 'Sp' } }],
  ['a text in another format', 'INVALID_VALUE', { values: { text: 'Route 66' } }],
  ['a day in the past', 'INVALID_VALUE', { values: { date: '2020-01-01' } }],
  [
    'a day in the past by the clock of the service',
    'INVALID_VALUE',
    {
      values: { date: YESTERDAY },
      statement: (item) => ({ ...item, time: new Date(item.time.getTime() - 86_399_000) }),
    },
  ],
  ['a day after the latest one', 'INVALID_VALUE', { values: { date: '2100-01-01' } }],
  ['a text that is too long', 'INVALID_VALUE', { values: { text: 'Springfields' } }],
  ['a tab in a text', 'CONTROL_CHARACTER', { values: { text: 'a\tb' } }],
  ['a carriage return in a text', 'CONTROL_CHARACTER', { values: { text: 'a\rb' } }],
  ['a company of two lines', 'CONTROL_CHARACTER', { values: { company: 'Roe\nWorkshops' } }],
  ['a name of two lines', 'CONTROL_CHARACTER', { values: { name: 'Jane\nRoe' } }],
  ['an address with a line break', 'CONTROL_CHARACTER', { values: { email: 'a@example.com\n' } }],
  ['a day that does not exist', 'INVALID_VALUE', { values: { date: '2026-02-30' } }],
  ['an option that the list does not have', 'INVALID_VALUE', { values: { dropdown: 'monthly' } }],
  ['two buttons of a group', 'SEVERAL_SELECTED', { values: { radio: '1' } }],
  ['another name', 'OTHER_NAME', { values: { name: 'Richard Roe' } }],
  ['another address', 'OTHER_EMAIL', { values: { email: 'richard@example.com' } }],
  ['another day of signing', 'OTHER_DATE', { values: { 'signing-date': '2020-01-01' } }],
  [
    'a time before the day of signing',
    'OTHER_TIME',
    { statement: (item) => ({ ...item, time: new Date(item.time.getTime() - 90_000_000) }) },
  ],
  [
    'a time after it',
    'OTHER_TIME',
    { statement: (item) => ({ ...item, time: new Date(item.time.getTime() + 90_000_000) }) },
  ],
  ['a value that is not revealed', 'VALUE_NOT_REVEALED', { revealed: (values) => values.slice(1) }],
  [
    'a revealed value that was not signed',
    'VALUE_DIFFERS',
    {
      revealed: (values) =>
        values.map((item) =>
          item.kind === 'value' ? { ...item, salt: new Uint8Array(16) } : item,
        ),
    },
  ],
  ['a missing stream', 'APPEARANCE_MISSING', { appearances: () => [] }],
  ['another stream', 'APPEARANCE_MISSING', { appearances: () => [utf8('q\nQ\n')] }],
  [
    'a stream that nothing shows',
    'APPEARANCE_NOT_USED',
    { appearances: (items) => [...items, utf8('q\nQ\n')] },
  ],
  ['a stream twice', 'APPEARANCE_REPEATED', { appearances: (items) => [...items, ...items] }],
  ['a stream that is none', 'BAD_APPEARANCE', { stream: utf8('/Im1 Do\n') }],
  [
    'a time-stamp of the browser',
    'TIME_STAMP_NOT_ALLOWED',
    { signed: (item) => ({ ...item, timeStamp: Uint8Array.of(1) }) },
  ],
  [
    'a bad signature',
    'BAD_SIGNATURE',
    {
      signed: (item) => ({
        ...item,
        signature: { type: 'key', signature: new Uint8Array(64).fill(1) },
      }),
    },
  ],
  [
    'a signature of another type',
    'OTHER_KEY_TYPE',
    {
      signed: (item) => ({ ...item, signature: { type: 'wallet', signature: new Uint8Array(65) } }),
    },
  ],
  [
    'a signature of a passkey without its data',
    'BAD_AUTHENTICATOR_DATA',
    {
      signed: (item) => ({
        ...item,
        signature: {
          type: 'passkey',
          authenticatorData: utf8('a'),
          clientDataJSON: utf8('{}'),
          signature: new Uint8Array(64),
        },
      }),
    },
  ],
]

test.each(CHANGED)('refuses %s: %s', async (_name, reason, changes) => {
  expect(await refuse(changes)).toBe(reason)
})

test('refuses the statement of a key that was not bound', async () => {
  expect(await refuse({}, await createSigner())).toBe('KEY_NOT_BOUND')
})

test('refuses the response of a passkey by a key that was bound as that of a browser', async () => {
  const pretended = await passkey()
  const point = 'point' in pretended.publicKey ? pretended.publicKey.point : []
  const { _id: id } = await system.started()
  const actor = system.actor(JANE, { id, recipient: SIGNER })
  const bound = await bindKey(system.deps, actor, {
    publicKey: toBase64Url(Uint8Array.of(4, ...point)),
  })
  const body = await signAs(pretended, toEnvelope(bound, JANE.accountId), { now: system.clock.now })
  expect(await reasonOf(body, bound)).toBe('OTHER_KEY_TYPE')
})

test('refuses a value of a field that does not exist', async () => {
  const extra = makeRevealed('value', 'signer-01-field-0099', 'x')
  const reason = await refuse({
    revealed: (values) => sortHidden([...values, extra]),
    statement: (item) => ({ ...item, values: sortHidden([...item.values, hideValue(extra)]) }),
  })
  expect(reason).toBe('OTHER_FIELD')
})

test.each(['checkbox', 'radio'])('refuses an appearance of a %s', async (type) => {
  const extra = makeRevealed('appearance', idOf(type), new Uint8Array(32))
  const reason = await refuse({
    revealed: (values) => sortHidden([...values, extra]),
    statement: (item) => ({ ...item, values: sortHidden([...item.values, hideValue(extra)]) }),
  })
  expect(reason).toBe('WRONG_VALUE_KIND')
})

test('refuses a stream outside its field', async () => {
  const { appearances } = await signAs(request.signer, request.envelope)
  expect(appearances).toEqual([toBase64Url(STREAM)])
  const wide = new TextDecoder().decode(STREAM).replace('8 2 l', '80 2 l')
  expect(await refuse({ stream: utf8(wide) })).toBe('OUT_OF_RANGE')
})

test('refuses bytes that are no statement', async () => {
  const body = await signAs(request.signer, request.envelope)
  const bytes = fromBase64Url(body.signedStatement)
  expect(await reasonOf({ ...body, signedStatement: toBase64Url(bytes.slice(1)) })).toMatch(
    /^[A-Z_]+$/,
  )
})

test('accepts a statement with optional fields empty, and those that are not shown', async () => {
  const { row } = request
  expect((await system.read(row._id)).steps).toHaveLength(3)
  const values = { text: 'two lines', number: null, date: null, checkbox: null, company: null }
  expect(await refuse({ values })).toBe('accepted')
})
