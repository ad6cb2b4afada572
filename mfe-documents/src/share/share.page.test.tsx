/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import { RevokeRequest } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { headsWith } from '../testing/heads.ts'
import { certificateWith, ownCertificateWith } from '../testing/installation.ts'
import { openPage } from '../testing/open-page.tsx'
import type { ReceivedRequest, StubResponse } from '../testing/service.ts'

const LINK = 'link-12345'
const CERTIFICATE = certificateWith('ab'.repeat(32))
const OWN = ownCertificateWith(CERTIFICATE.fingerprint)
const FINAL = headsWith({ logged: 3, anchored: 3 })

let close: () => Promise<void>
afterEach(() => close())

test('shows the certificate: its title, file and issuer', async () => {
  await setup()
  expect(heading()).toBe('Lease 2026')
  const text = document.body.textContent
  expect(text).toContain('lease.pdf')
  expect(text).toContain('1.21 KB (1,234 bytes)')
  expect(text).toContain('Self-declared: “Ana Reis”')
  expect(document.querySelector('code')?.textContent).toBe(CERTIFICATE.fingerprint)
})

test.each([
  ['received', headsWith({ logged: 2 }), 'say “not yet on the blockchain”'],
  ['in the record', headsWith({ logged: 3 }), 'say “not yet on the blockchain”'],
  [
    'being confirmed',
    headsWith({ logged: 3, anchored: 3, confirmations: 1 }),
    'won’t include the blockchain proof',
  ],
  ['final', FINAL, 'Anyone can verify them together, even without Inkproof'],
])(
  'a certificate that is %s states what a proof file saved now contains',
  async (_step, heads, text) => {
    await setup({ heads })
    await screen.findByText(/^Entry 3 of|Live/)
    expect(await screen.findByText(new RegExp(text))).toBeTruthy()
  },
)

test('a final certificate names its block and transaction', async () => {
  await setup({ heads: FINAL })
  expect(await screen.findByText('Final: 2 confirmations.')).toBeTruthy()
  expect(await screen.findByText(FIRST_ANCHOR.txHash)).toBeTruthy()
  expect(screen.getByText('4,001')).toBeTruthy()
})

test('later anchors do not change the time of a certificate', async () => {
  const later = headsWith({ logged: 900, anchored: 900, confirmations: 40 })
  const anchor = later.anchor && { ...later.anchor, blockTime: '2026-07-01T00:00:00.000Z' }
  await setup({ heads: { ...later, anchor, settled: anchor } })
  await screen.findByText(FIRST_ANCHOR.txHash)
  expect(document.querySelector(`time[datetime="${FIRST_ANCHOR.blockTime}"]`)).not.toBeNull()
  expect(document.querySelector(`time[datetime="${anchor?.blockTime}"]`)).toBeNull()
})

test('shows beside the button why a proof file cannot be loaded', async () => {
  const { user } = await setup({
    proof: { status: 409, body: 'No signed state covers this entry yet.' },
  })
  await user.click(screen.getByRole('button', { name: 'Download proof file' }))
  expect(await screen.findByText('No signed state covers this entry yet.')).toBeTruthy()
})

test('while the record is unreachable, shows the certificate and says that the record is unavailable', async () => {
  await setup({ heads: null })
  expect(await screen.findByText('The record is unavailable')).toBeTruthy()
  expect(heading()).toBe('Lease 2026')
})

test('an unknown link is distinguished from a service that is down', async () => {
  await setup({ share: { status: 404, body: 'This certificate does not exist.' } })
  expect(heading()).toBe('Certificate not found')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('offers a retry while the service is down', async () => {
  const responses: StubResponse[] = [{ status: 503, body: 'Come back in a moment.' }]
  const { user } = await setup({ share: () => responses.shift() ?? { body: CERTIFICATE } })
  expect(heading()).toBe('The certificate could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Lease 2026' })).toBeTruthy()
})

test('the owner can revoke the certificate', async () => {
  let revokedBy: number | null = null
  const { user, requests } = await setup({
    isSignedIn: true,
    share: () => ({ body: { ...CERTIFICATE, revokedBy } }),
    own: { certificates: [OWN] },
    revoke: () => {
      revokedBy = 9
      return { status: 201, body: { ...OWN, revokedBy, receipt: null } }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Revoke certificate' }))
  await user.type(screen.getByLabelText(/^Reason/), ' Wrong  amount ')
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke certificate' }),
  )
  expect(await screen.findByRole('heading', { name: 'Revoked by the issuer.' })).toBeTruthy()
  const sent = requests.find(({ path }) => path === `/api/v1/certificates/${OWN.id}/revoke`)
  const { opening } = RevokeRequest.parse(sent?.body)
  expect(opening).toMatchObject({
    kind: 2,
    previous: '2',
    fingerprint: CERTIFICATE.fingerprint,
    claims: [{ name: 'reason', value: 'Wrong amount' }],
  })
  expect(screen.queryByRole('button', { name: 'Revoke certificate' })).toBeNull()
})

test('a rejected revocation keeps its dialog open and shows the reason', async () => {
  const { user } = await setup({
    isSignedIn: true,
    own: { certificates: [{ ...OWN, findable: true, showIssuer: false }] },
    revoke: () => ({ status: 409, body: 'It was revoked already.' }),
  })
  expect(
    await screen.findByText(/The issuer is hidden on this certificate.*can find this certificate/),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Revoke certificate' }))
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke certificate' }),
  )
  expect(await screen.findByText('It was revoked already.')).toBeTruthy()
})

test('another signed-in user sees none of the owner’s actions', async () => {
  const { requests } = await setup({ isSignedIn: true, own: { certificates: [] } })
  await screen.findByText('Final: 2 confirmations.')
  await waitFor(() => expect(requests.some(({ path }) => path.includes('?shareLink='))).toBe(true))
  expect(screen.queryByText('Your certificate')).toBeNull()
})

test('a signed-out visitor’s browser does not request the list of certificates', async () => {
  const { requests } = await setup()
  await screen.findByText('Final: 2 confirmations.')
  expect(requests.some(({ path }) => path.startsWith('/api/v1/certificates'))).toBe(false)
})

/** The anchor that first covered the certificate. */
const FIRST_ANCHOR = {
  size: 3,
  txHash: `0x${'7'.repeat(64)}`,
  blockNumber: 4001,
  blockHash: `0x${'8'.repeat(64)}`,
  blockTime: '2026-04-01T09:00:00.000Z',
}

type Setup = {
  isSignedIn?: boolean
  /** null: the record does not respond. */
  heads?: Heads | null
  share?: StubResponse | (() => StubResponse)
  proof?: StubResponse
  own?: { certificates: object[] }
  revoke?: () => StubResponse
}

async function setup(options: Setup = {}) {
  const { isSignedIn = false, heads = FINAL, share = { body: CERTIFICATE } } = options
  const responses: Record<string, () => StubResponse | null> = {
    [`/api/v1/shares/${LINK}`]: () => (typeof share === 'function' ? share() : share),
    '/api/v1/anchors?covering=2': () => ({ body: { anchor: FIRST_ANCHOR } }),
    [`/api/v1/shares/${LINK}/proof`]: () => options.proof ?? null,
    '/api/v1/log/events': () =>
      heads === null ? { status: 503 } : { body: `data: ${JSON.stringify(heads)}\n\n` },
    [`/api/v1/certificates?shareLink=${LINK}`]: () =>
      options.own === undefined
        ? null
        : { body: { altered: [], next: null, total: 1, ...options.own } },
    [`/api/v1/certificates/${OWN.id}/revoke`]: () => options.revoke?.() ?? null,
  }
  const page = await openPage(
    `/share/${LINK}`,
    ({ path }: ReceivedRequest) => responses[path]?.() ?? null,
    {
      isSignedIn,
    },
  )
  close = page.close
  return page
}

function heading(): string | null | undefined {
  return document.querySelector('h1')?.textContent
}
