/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import '../testing/link-page-globals.ts'
import 'fake-indexeddb/auto'
import { toBase64Url, toHex, utf8 } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import type { EarlierValue } from '@inkproof/protocol/envelopes'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { removeEnteredFor } from '../filling/entered-db.ts'
import { removeEnvelope } from '../signing/signing-db.ts'
import { openLinkedPage } from '../testing/linked-page.tsx'
import { MARK, OTHER_MARK, sampleEarlier } from '../testing/sample-earlier.ts'
import { field, LINK_ID, sampleRequest } from '../testing/sample-linked-request.ts'
import {
  MAILED_CODE,
  type SigningLinkService,
  startSigningLinkService,
} from '../testing/signing-link-service.ts'

let link: SigningLinkService
let page: ReturnType<typeof openLinkedPage>

afterEach(async () => {
  page.close()
  await removeEnteredFor(LINK_ID)
  await removeEnvelope(LINK_ID)
  await link.stop()
})

const OF_ANA = { recipient: 'recipient-1' }
const FIELDS = [
  field('ana-signature', 'signature', 60, OF_ANA),
  field('ana-city', 'text', 700, OF_ANA),
  field('ana-box', 'checkbox', 650, OF_ANA),
  field('ana-file', 'attachment', 600, OF_ANA),
]
const CITY = sampleEarlier('ana-city', { text: 'Lisbon', appearance: MARK })
const SIGNATURE = sampleEarlier('ana-signature', { appearance: MARK })
const BOX = sampleEarlier('ana-box', { text: '1' })
const PASSPORT = new TextEncoder().encode('%PDF-1.7 the passport')
const FILE = sampleEarlier('ana-file', {
  attachment: { fingerprint: sha256(PASSPORT), fileName: 'passport.pdf' },
  appearance: MARK,
})
const PORTO = sampleEarlier('ana-city', { text: 'Porto', appearance: MARK })

/** Ben approves after Ana has signed; the service says that she entered these values. */
async function open(
  earlier: EarlierValue[],
  change: Parameters<typeof startSigningLinkService>[0] = {},
) {
  link = await startSigningLinkService({ role: 'approver', fields: FIELDS, earlier, ...change })
  page = openLinkedPage()
  return page
}

const press = async (name: string | RegExp) =>
  page.user.click(await screen.findByRole('button', { name }))

async function enterCode(submit: string): Promise<void> {
  await press('Send code')
  await page.user.type(await screen.findByLabelText(/Code from the e-mail/), MAILED_CODE)
  await press(submit)
}

test('shows what others entered, and names exactly that as seen', async () => {
  await open([SIGNATURE, CITY, BOX])
  await press('Review and approve')
  expect(await screen.findByText('Entered for Ana Reis: Lisbon')).toBeTruthy()
  await press('Continue')
  await page.user.click(await screen.findByRole('checkbox', { name: /I agree/ }))
  await enterCode('Approve document')
  await screen.findByRole('heading', { name: 'You have approved' })
  expect(link.service.statement?.seen.map(({ hash }) => toHex(hash))).toEqual(
    [BOX, CITY, SIGNATURE].flatMap(({ hidden }) => hidden.map(({ hash }) => hash)),
  )
})

test('names the files of others as seen, and saves only those that they signed', async () => {
  const saved: Blob[] = []
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob)
      return 'blob:x'
    },
    revokeObjectURL: () => {},
  })
  let served = utf8('%PDF-1.7 another file')
  // The list of the service describes the file that it returns; what Ana signed decides.
  const other = { fileName: 'other.pdf', fingerprint: toHex(sha256(served)) }
  const attachments = [{ field: 'ana-file', size: PASSPORT.length, ...other }]
  await open([SIGNATURE, FILE], {
    change: { attachments },
    intercept: (name) =>
      name === 'attachments/ana-file' ? { status: 200, body: served } : undefined,
  })
  await press('Review and approve')
  expect(await screen.findByText('Entered for Ana Reis. Attached file: passport.pdf')).toBeTruthy()
  await press('Download passport.pdf')
  expect(await screen.findByText(/is not the one that was attached/)).toBeTruthy()
  expect(saved).toEqual([])
  served = PASSPORT
  await press('Download passport.pdf')
  await waitFor(() => expect(saved.map(({ size }) => size)).toEqual([PASSPORT.length]))
  await press('Continue')
  await page.user.click(await screen.findByRole('checkbox', { name: /I agree/ }))
  await enterCode('Approve document')
  await screen.findByRole('heading', { name: 'You have approved' })
  expect(link.service.statement?.seen.map(({ kind }) => kind)).toContain('attachment')
})

test('names the person who took over as the one who entered a value', async () => {
  const { participants, you } = sampleRequest({ role: 'approver', earlier: [CITY] })
  const [ana] = participants.map((person) => ({ ...person, id: 'recipient-3', name: 'Dora Doe' }))
  await open([SIGNATURE, CITY, BOX], { change: { participants: [ana ?? you, you] } })
  await press('Review and approve')
  expect(await screen.findByText('Entered for Dora Doe: Lisbon')).toBeTruthy()
})

const content = (text: string) => toBase64Url(utf8(text))
const ofKind = (value: EarlierValue, kind: string) => ({
  ...value,
  hidden: value.hidden.filter((item) => item.kind === kind),
})
const changed = (value: EarlierValue, change: Partial<EarlierValue['hidden'][0]>) => ({
  ...value,
  hidden: value.hidden.map((item) => ({ ...item, ...change })),
})

test.each<[string, EarlierValue[]]>([
  [
    'another text',
    [
      {
        ...CITY,
        hidden: PORTO.hidden.map((item, i) => ({ ...item, hash: CITY.hidden[i]?.hash ?? '' })),
      },
    ],
  ],
  ['another tick', [changed(BOX, { content: content('0') })]],
  ['another salt', [changed(BOX, { salt: 'A'.repeat(22) })]],
  ['a salt that is not 16 bytes', [changed(BOX, { salt: 'z'.repeat(22) })]],
  ['another kind', [changed(BOX, { kind: 'attachment' })]],
  ['another signature', [{ ...SIGNATURE, appearance: toBase64Url(OTHER_MARK) }]],
  ['a value of another field', [{ ...CITY, field: 'ana-signature' }]],
  ['a text that is not drawn', [{ ...ofKind(CITY, 'value'), appearance: null }]],
  ['a drawing without its text', [ofKind(CITY, 'appearance')]],
  ['a drawing that nobody signed', [{ ...BOX, appearance: toBase64Url(MARK) }]],
  ['a signature that is not drawn', [{ ...SIGNATURE, appearance: null }]],
  ['a file that is not drawn', [{ ...ofKind(FILE, 'attachment'), appearance: null }]],
  ['the drawing of a file without the file', [ofKind(FILE, 'appearance')]],
  ['two values of one field', [CITY, PORTO]],
  ['a field that does not exist', [sampleEarlier('other', { text: 'x', appearance: MARK })]],
])('a service that shows %s is refused', async (_what, earlier) => {
  await open(earlier)
  await press('Review and approve')
  expect(
    await screen.findByText(/What others entered cannot be shown as they signed it/),
  ).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Pages' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('a value that the person fills themselves is not shown as somebody else’s', async () => {
  const own = [field('ben-city', 'text', 500), field('ben-signature', 'signature', 120)]
  const lie = sampleEarlier('ben-city', { text: 'Porto', appearance: MARK })
  await open([lie], { role: 'signer', fields: [...FIELDS, ...own] })
  await press('Review and sign')
  expect(await screen.findByText(/What others entered cannot be shown/)).toBeTruthy()
})

test('nothing is signed about a value that differs from its hash, not even a refusal', async () => {
  await open([changed(BOX, { content: content('0') })])
  await press('Decline')
  await enterCode('Decline document')
  expect(await screen.findByText(/What others entered cannot be shown/)).toBeTruthy()
  expect(link.sent('decline')).toEqual([])
})
