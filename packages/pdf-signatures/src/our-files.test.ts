/** Files that packages/pdf-signing made, from one signer to the finished file. */
import { addSignature } from '@inkproof/pdf-signing/add-signature'
import { makePki } from '@inkproof/pdf-signing/testing/make-pki'
import { makeSignedPdf, type SignedPdf } from '@inkproof/pdf-signing/testing/make-signed-pdf'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { beforeAll, expect, test } from '@jest/globals'
import { checkPdfSignatures } from './check.ts'
import { edit } from './testing/updates.ts'
import { fileVerdict, signatureVerdict } from './verdict.ts'

const SIGNED_AT = new Date('2026-11-26T12:00:00Z')
const DAY_MS = 24 * 3_600_000
const SIGNERS = 3

let made: SignedPdf
beforeAll(async () => {
  made = await makeSignedPdf({ signers: SIGNERS, now: SIGNED_AT })
})

test.each([1, 2, 3])(
  'after %d signers, each signature is valid and only permits what followed',
  async (count) => {
    const signatures = await check(made.signed[count - 1])
    expect(signatures.map(({ signer }) => signer?.name)).toEqual(
      Array.from({ length: count }, (_, index) => `Signer ${index + 1} (e-mail checked)`),
    )
    expect(signatures.map(signatureVerdict)).toEqual(Array(count).fill('signed'))
    expect(signatures.map(({ changesAfter }) => changesAfter.length)).toEqual(
      Array.from({ length: count }, (_, index) => count - 1 - index),
    )
  },
)

test.each([
  ['at once', 0],
  ['two days later, after the one-time digital IDs have expired', 2],
  ['three years later', 3 * 365],
])('the finished file is valid %s', async (_, days) => {
  const signatures = await check(made.final, days)
  expect(signatures.map(({ kind }) => kind)).toEqual([
    ...Array(SIGNERS + 1).fill('signature'),
    'time-stamp',
  ])
  expect(signatures.map(signatureVerdict)).toEqual(Array(SIGNERS + 2).fill('signed'))
  const revocations = signatures.slice(0, -1).map(({ chain }) => chain.revocation)
  expect(revocations).toEqual(Array(SIGNERS + 1).fill('not-revoked'))
})

test('a file with appearance streams is valid', async () => {
  const appearance = Buffer.from('q\n0 0 0 rg\n2 2 m\n20 2 l\n10 9.5 l\nh\nf\nQ\n')
  const upload = samplePdf({ page: '/Rotate 270' })
  const { final } = await makeSignedPdf({
    signers: 2,
    now: SIGNED_AT,
    pki: made.pki,
    upload,
    appearance,
  })
  const signatures = await check(final)
  expect(signatures.map(signatureVerdict)).toEqual(Array(4).fill('signed'))
})

test('without validation data, the digital IDs have expired two days later unless a time-stamp counts', async () => {
  const trusted = await check(made.sealed, 2)
  expect(fileVerdict(trusted)).toBe('signed')
  const { signatures } = await checkPdfSignatures(made.sealed, {
    trustedRoots: [made.pki.issuer.certificate],
    now: new Date(SIGNED_AT.getTime() + 2 * DAY_MS),
  })
  // The time-stamp authority belongs to the root, which is not trusted here.
  expect(fileVerdict(signatures)).toBe('expired')
})

test('a stranger whose authority has the names of ours can add a signature, which is not confirmed', async () => {
  const pki = await makePki({ now: () => SIGNED_AT })
  const digitalId = await pki.issue('Mallory')
  const file = await addSignature(made.final, {
    digitalId,
    signedAt: SIGNED_AT,
    timeStamp: pki.timeStamp,
  })
  const signatures = await check(file)
  const [first, last] = [signatures[0], signatures.at(-1)]
  expect(first?.changesAfter).toContainEqual({
    kind: 'signature-added',
    subject: last?.field ?? '',
    isPermitted: true,
  })
  expect(last?.signer?.name).toBe('Mallory')
  expect(last && signatureVerdict(last)).toBe('unconfirmed')
})

test('one that was added to an unsigned file covers all of it', async () => {
  const digitalId = await made.pki.issue('Only me')
  const { timeStamp } = made.pki
  const file = await addSignature(samplePdf(), { digitalId, signedAt: SIGNED_AT, timeStamp })
  expect((await check(file)).map(signatureVerdict)).toEqual(['signed'])
})

test('a contract of 500 pages is compared page by page', async () => {
  const { timeStamp, issue } = made.pki
  const digitalId = await issue('Only me')
  const upload = samplePdf({ pages: 500 })
  const file = await addSignature(upload, { digitalId, signedAt: SIGNED_AT, timeStamp })
  expect((await check(file)).map(signatureVerdict)).toEqual(['signed'])
  // Two objects for each page, from number 4 on.
  const changed = edit(file, 4 + 2 * 499, '/Type /Page', '/Rotate 90 /Type /Page')
  expect((await check(changed)).flatMap(({ changesAfter }) => changesAfter)).toEqual([
    { kind: 'page-changed', subject: '500', isPermitted: false },
  ])
})

async function check(file: Uint8Array | undefined, days = 0) {
  const now = new Date(SIGNED_AT.getTime() + days * DAY_MS + 60_000)
  const trustedRoots = [made.pki.root.certificate]
  const { signatures, problem } = await checkPdfSignatures(file ?? new Uint8Array(), {
    trustedRoots,
    now,
  })
  expect(problem).toBeNull()
  return signatures
}
