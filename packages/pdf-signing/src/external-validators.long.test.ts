/**
 * Every step of a ceremony, validated by qpdf, poppler and pyHanko. They may complain of nothing but the unknown root.
 *
 * Needs the Debian packages qpdf, poppler-utils and python3-venv.
 */

import 'reflect-metadata'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import * as x509 from '@peculiar/x509'
import { addDocumentTimeStamp, addSignature } from './add-signature.ts'
import { localDigitalId } from './digital-id.ts'
import { DOCUMENT_TIME_STAMP, FINAL_SIGNATURE, signatureName } from './fields.ts'
import { inspect } from './inspect.ts'
import { ocspRequest } from './ocsp/certificate-id.ts'
import { findField } from './pdf/form-fields.ts'
import { string } from './pdf/objects.ts'
import { append, open } from './pdf/open.ts'
import { type RevocationSource, revocationSources } from './revocation-sources.ts'
import { makePki, type TestPki } from './testing/make-pki.ts'
import { makeSignedPdf, type SignedPdf } from './testing/make-signed-pdf.ts'
import { checkStructure, pdfsigVerdicts } from './testing/pdf-tools.ts'
import {
  checkFiles,
  checkFilesAt,
  type ForeignSignature,
  signElsewhere,
} from './testing/pyhanko.ts'
import { reissue } from './testing/reissue.ts'
import { activePdf, compressedPdf, formPdf, samplePdf } from './testing/sample-pdfs.ts'
import { issueResponder, serveOcsp } from './testing/serve-ocsp.ts'
import { addValidationData } from './validation-data.ts'

const DAY_MS = 24 * 3_600_000
/** In the past, because the CRLs are issued a second after the signatures. */
const NOW = new Date(Date.now() - 5000)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'validators-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Cubic curves, lines, fills and strokes. */
const APPEARANCE = Buffer.from(
  'q\n0 0 0.4 rg\n2 2 m\n20 4 30 16 50 12 c\n50 2 l\nh\nf*\nQ\nq\n1 w\n0 0 0 RG\n2 10 m\n40 10 l\nS\nQ\n',
)

describe.each<{
  title: string
  signers: number
  upload: Uint8Array
  keyType: 'p256' | 'rsa3072'
  appearance?: Uint8Array
}>([
  { title: 'one signer', signers: 1, upload: samplePdf(), keyType: 'p256' },
  { title: 'two signers of a form', signers: 2, upload: formPdf(), keyType: 'p256' },
  { title: 'four signers', signers: 4, upload: compressedPdf(), keyType: 'p256' },
  { title: 'RSA keys', signers: 1, upload: activePdf(), keyType: 'rsa3072' },
  {
    title: 'appearance streams on a rotated page',
    signers: 2,
    upload: samplePdf({ page: '/Rotate 90' }),
    keyType: 'p256',
    appearance: APPEARANCE,
  },
])('$title', ({ signers, upload, keyType, appearance }) => {
  let steps: { name: string; bytes: Uint8Array }[]
  let result: SignedPdf
  beforeAll(async () => {
    const pki = await makePki({ now: () => NOW, keyType })
    const options = { signers, upload, pki, now: NOW }
    result = await makeSignedPdf(appearance ? { ...options, appearance } : options)
    steps = stepsOf(result)
    for (const { name, bytes } of steps) writeFileSync(path.join(folder, name), bytes)
  })

  test('qpdf finds no error in any step', async () => {
    for (const { name } of steps)
      expect(await checkStructure(path.join(folder, name))).toContain('No syntax or stream')
  })

  test('pdfsig finds every signature valid, of an unknown issuer', async () => {
    for (const { name } of steps.slice(2)) {
      const verdicts = await pdfsigVerdicts(path.join(folder, name))
      for (const { field, signature, certificate } of verdicts) {
        // Its version 22.12 cannot check document time-stamps.
        if (field === DOCUMENT_TIME_STAMP) continue
        expect(signature).toBe('Signature is Valid.')
        expect(certificate).toBe("Certificate issuer isn't Trusted.")
      }
    }
    const last = await pdfsigVerdicts(path.join(folder, 'final.pdf'))
    expect(last.map(({ field }) => field)).toEqual(fieldNames(signers))
  })

  test('pyHanko accepts every signature after every step', async () => {
    const names = steps.slice(2).map(({ name }) => name)
    const verdicts = await checkFiles(folder, result.pki.root.certificate, names)
    const counts = names.map((name) => verdicts[name]?.length)
    const signed = Array.from({ length: signers + 1 }, (_, index) => index + 1)
    // The validation data add no signature, the document time-stamp adds one.
    expect(counts).toEqual([...signed, signers + 1, signers + 2])
    for (const [name, signatures] of Object.entries(verdicts)) {
      for (const verdict of signatures)
        expect({ name, ...verdict }).toMatchObject({ accepted: true, intact: true, problem: null })
    }
    const final = verdicts['final.pdf'] ?? []
    expect(final.map(({ field }) => field)).toEqual(fieldNames(signers))
    // Of the signers: the later signatures. Of the final signature: validation data and document time-stamp.
    expect(final.map(({ changes }) => changes)).toEqual([
      ...Array(signers).fill('FORM_FILLING'),
      'LTA_UPDATES',
      'NONE',
    ])
    expect(final.slice(0, -1).every(({ timeStamped }) => timeStamped)).toBe(true)
  })

  test.each([
    ['now', 10_000],
    ['in 2 days, after the digital IDs have expired', 2 * DAY_MS],
    ['in 3 years', 3 * 365 * DAY_MS],
  ])('pyHanko accepts every signature long-term %s', async (_, later) => {
    const time = new Date(NOW.getTime() + later)
    const root = result.pki.root.certificate
    const { 'final.pdf': verdicts } = await checkFilesAt(folder, root, time, ['final.pdf'])
    expect(verdicts).toEqual(
      fieldNames(signers).map((field) => ({ field, accepted: true, problem: null })),
    )
  })
})

describe('the validators reject', () => {
  let result: SignedPdf
  beforeAll(async () => {
    result = await makeSignedPdf({ signers: 1, now: NOW })
  })

  test('a value that is changed after its signer has signed', async () => {
    const changed = await changeValue(result.signed[0] as Uint8Array)
    writeFileSync(path.join(folder, 'changed.pdf'), changed)
    const root = result.pki.root.certificate
    const { 'changed.pdf': verdicts } = await checkFiles(folder, root, ['changed.pdf'])
    expect(verdicts).toMatchObject([{ accepted: false, intact: true }])
  })

  test('a changed byte', async () => {
    const changed = result.final.slice()
    changed[20] = (changed[20] as number) ^ 1
    writeFileSync(path.join(folder, 'byte.pdf'), changed)
    const verdicts = await pdfsigVerdicts(path.join(folder, 'byte.pdf'))
    expect(verdicts.map(({ signature }) => signature)).not.toContain('Signature is Valid.')
  })

  test('signatures after 2 days without validation data', async () => {
    writeFileSync(path.join(folder, 'sealed-only.pdf'), result.sealed)
    const root = result.pki.root.certificate
    const time = new Date(NOW.getTime() + 2 * DAY_MS)
    const { 'sealed-only.pdf': verdicts } = await checkFilesAt(folder, root, time, [
      'sealed-only.pdf',
    ])
    expect(verdicts?.map(({ accepted }) => accepted)).toEqual([false, false])
  })
})

test('500 pages are prepared, filled and signed in seconds', async () => {
  const start = performance.now()
  await makeSignedPdf({ upload: samplePdf({ pages: 500 }), now: NOW })
  expect(performance.now() - start).toBeLessThan(20_000)
})

describe('files signed elsewhere', () => {
  let pki: TestPki
  beforeAll(async () => {
    pki = await makePki({ now: () => NOW })
    writeFileSync(path.join(folder, 'unsigned.pdf'), samplePdf())
  })

  test.each<{ kind: ForeignSignature; isVisible: boolean }>([
    { kind: 'plain', isVisible: true },
    { kind: 'plain', isVisible: false },
    { kind: 'visible', isVisible: true },
    { kind: 'certified-2', isVisible: false },
    { kind: 'certified-3', isVisible: false },
  ])('$kind: both signatures are accepted (ours visible: $isVisible)', async (options) => {
    const theirs = await signedElsewhere(options.kind)
    const ours = await addOurs(theirs, options.isVisible)
    const name = `ours-${options.kind}-${options.isVisible}.pdf`
    writeFileSync(path.join(folder, name), ours)
    expect(Buffer.from(ours.subarray(0, theirs.length)).equals(theirs)).toBe(true)
    expect(await checkStructure(path.join(folder, name))).toContain('No syntax or stream')
    const { [name]: verdicts } = await checkFiles(folder, pki.root.certificate, [name])
    expect(verdicts).toMatchObject(
      ['Theirs', 'inkproof-0001', 'inkproof-0002'].map((field) => ({
        field,
        intact: true,
        problem: null,
        accepted: true,
      })),
    )
  })

  test.each<{ kind: ForeignSignature; code: string }>([
    { kind: 'certified-1', code: 'certified-no-changes' },
    { kind: 'locked', code: 'locked' },
  ])('$kind: refused as $code', async ({ kind, code }) => {
    await expect(inspect(await signedElsewhere(kind))).rejects.toMatchObject({ code })
  })

  test('a cross-reference stream with fields of 8 bytes: refused', async () => {
    writeFileSync(path.join(folder, 'unsigned-compressed.pdf'), compressedPdf())
    const file = await signedElsewhere('plain', 'unsigned-compressed.pdf')
    await expect(inspect(file)).rejects.toMatchObject({ code: 'cannot-append' })
  })

  async function signedElsewhere(kind: ForeignSignature, source = 'unsigned.pdf') {
    const id = await pki.issue('Someone Else')
    await signElsewhere(folder, id, [source, 'theirs.pdf'], kind)
    return readFileSync(path.join(folder, 'theirs.pdf'))
  }

  async function addOurs(theirs: Uint8Array, isVisible: boolean): Promise<Uint8Array> {
    const id = await pki.issue('Jane Roe (e-mail checked)', 'jane@example.test')
    const place = {
      page: 0,
      rectangle: { x: 60, y: 60, width: 200, height: 50 },
      picture: { lines: ['Jane Roe'] },
    }
    const signed = await addSignature(theirs, {
      digitalId: id,
      signedAt: NOW,
      timeStamp: pki.timeStamp,
      ...(isVisible ? { place } : {}),
    })
    const stored = await addValidationData(signed, {
      certificates: [id.certificate, ...id.chain, pki.timeStampId.certificate],
      crls: await pki.crls(new Date(NOW.getTime() + 1000)),
    })
    return addDocumentTimeStamp(stored, pki.timeStamp)
  }
})

describe('an OCSP response instead of the CRL of the issuer', () => {
  test.each([
    ['the issuer signed', 'good', true],
    ['a responder that the issuer named signed', 'good', true],
    ['says nothing', 'unknown', false],
  ] as const)('that %s decides', async (who, status, isAccepted) => {
    const pki = await makePki({ now: () => NOW })
    const ocsp = await serveOcsp(pki.issuer)
    const responder = who.includes('named') ? await issueResponder(pki.issuer, NOW) : pki.issuer
    Object.assign(ocsp.settings, { status, responder })
    const { certificate: named, chain, privateKey } = await pki.issue('Jane Roe')
    // pyHanko looks for responses only if the certificate names a responder.
    const certificate = await reissue(pki.issuer, named, [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.nonRepudiation, true),
      new x509.AuthorityInfoAccessExtension({ ocsp: ocsp.url }),
    ])
    const id = localDigitalId(certificate, chain, privateKey)
    const { timeStamp } = pki
    const signed = await addSignature(samplePdf(), { digitalId: id, signedAt: NOW, timeStamp })
    const [source] = revocationSources(id) as [RevocationSource]
    const body = new Uint8Array(ocspRequest(source))
    const response = await fetch(ocsp.url, { method: 'POST', body })
    await ocsp.stop()
    const [rootCrl] = await pki.crls(new Date(NOW.getTime() + 1000))
    const stored = await addValidationData(signed, {
      certificates: [id.certificate, ...id.chain, pki.timeStampId.certificate],
      crls: [rootCrl as Uint8Array],
      ocspResponses: [new Uint8Array(await response.arrayBuffer())],
    })
    const file = await addDocumentTimeStamp(stored, timeStamp)
    writeFileSync(path.join(folder, 'ocsp.pdf'), file)
    const now = await checkFiles(folder, pki.root.certificate, ['ocsp.pdf'])
    expect(now['ocsp.pdf']?.[0]).toMatchObject({ intact: true, trusted: isAccepted })
    const later = new Date(NOW.getTime() + 30 * DAY_MS)
    const verdicts = await checkFilesAt(folder, pki.root.certificate, later, ['ocsp.pdf'])
    expect(verdicts['ocsp.pdf']?.[0]?.accepted).toBe(isAccepted)
  })
})

async function changeValue(file: Uint8Array): Promise<Uint8Array> {
  const pdf = await open(file)
  findField(pdf, 'signer-01-field-0001')?.dict.set('V', string('Somebody Else'))
  return append(pdf)
}

function stepsOf(result: SignedPdf): { name: string; bytes: Uint8Array }[] {
  return [
    { name: 'prepared.pdf', bytes: result.prepared },
    { name: 'filled.pdf', bytes: result.filled },
    ...result.signed.map((bytes, index) => ({ name: `signed-${index + 1}.pdf`, bytes })),
    { name: 'sealed.pdf', bytes: result.sealed },
    { name: 'validation-data.pdf', bytes: result.withValidationData },
    { name: 'final.pdf', bytes: result.final },
  ]
}

function fieldNames(signers: number): string[] {
  const names = Array.from({ length: signers }, (_, index) => signatureName(index))
  return [...names, FINAL_SIGNATURE, DOCUMENT_TIME_STAMP]
}
