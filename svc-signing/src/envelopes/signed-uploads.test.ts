/** Documents that already have digital signatures: what is refused, and from the upload to a PDF that a verifier accepts. */
import { checkSignedPdf } from '@inkproof/pdf-signatures/evidence/check-signed-pdf'
import { readTestFile } from '@inkproof/pdf-signatures/testing/files'
import { signElsewhere } from '@inkproof/pdf-signatures/testing/finished-signed-upload'
import { overwrite } from '@inkproof/pdf-signatures/testing/updates'
import { hasOnlyIntactSignatures } from '@inkproof/pdf-signatures/verdict'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { openingLeafHash } from '@inkproof/proof/leaf'
import { CHAIN_ID, ORIGIN } from '@inkproof/proof/testing/sample-log'
import type { FieldRequest } from '@inkproof/protocol/envelope-fields'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { bindKey } from './bind-key.ts'
import { removeDeleted } from './create.ts'
import type { EnvelopeRow, StepRow } from './envelopes.model.ts'
import { toEnvelope } from './present.ts'
import { toLinkedRequest } from './present-link.ts'
import { requireEvidence } from './read-file.ts'
import { signRequest } from './sign-request.ts'
import { startRequest } from './start-request.ts'
import { openingOf } from './steps.ts'
import {
  type EnvelopeSystem,
  field,
  JANE,
  newId,
  openEnvelopeSystem,
  SIGNER,
  START,
} from './testing/envelope-system.ts'
import { createSigner, signAs } from './testing/signer.ts'

let system: EnvelopeSystem
let theirs: Uint8Array
beforeAll(async () => {
  system = await openEnvelopeSystem()
  theirs = await signElsewhere()
})
afterAll(() => system.close())

const upload = (bytes: Uint8Array) => system.draft(newId(), 'Lease.pdf', bytes)
const start = async (bytes: Uint8Array, fields: FieldRequest[]) =>
  startRequest(system.deps, JANE, await upload(bytes), { ...START, fields })
const read = async (id = '') => (await system.files.read(id, JANE.workspaceId)).bytes

test('a signed upload says so; nothing is removed, and nothing suggested', async () => {
  expect((await upload(theirs)).document).toMatchObject({
    signedBefore: { signatures: 1, canShow: true },
    removed: [],
    suggestions: [],
  })
  expect((await upload(readTestFile('certified-p2.pdf'))).document.signedBefore).toEqual({
    signatures: 1,
    canShow: false,
  })
  expect((await upload(samplePdf())).document.signedBefore).toBeUndefined()
})

describe('an upload is refused', () => {
  test.each<[string, () => Uint8Array, string]>([
    ['that permits no changes', () => readTestFile('certified-p1.pdf'), 'PDF_ALREADY_SIGNED'],
    ['with a lock on all fields', () => readTestFile('locked-all.pdf'), 'PDF_ALREADY_SIGNED'],
    [
      'that was changed after it was signed',
      () => overwrite(readTestFile('approval.pdf'), '(amount)', '(amounT)'),
      'PDF_SIGNATURES_NOT_VALID',
    ],
    [
      'whose signature uses a broken algorithm',
      () => readTestFile('sha1.pdf'),
      'PDF_SIGNATURES_NOT_VALID',
    ],
    [
      'with bytes before its header',
      () => Buffer.concat([Buffer.from('\n'), theirs]),
      'PDF_NOT_EXTENDABLE',
    ],
  ])('%s', async (_, bytes, code) => {
    await expect(upload(bytes())).rejects.toMatchObject({ code })
  })
})

describe('fields are refused', () => {
  test.each<[string, () => Uint8Array, FieldRequest[], string]>([
    ['of another type', () => theirs, [field('signature'), field('text')], 'FIELDS_REFUSED'],
    ['if a signature is missing', () => theirs, [], 'FIELDS_REFUSED'],
    [
      'that would be shown in a certified document',
      () => readTestFile('certified-p2.pdf'),
      [field('signature')],
      'FIELDS_REFUSED',
    ],
    [
      'that cover a large part of the page',
      () => theirs,
      [field('signature', { rectangle: { x: 0, y: 0, width: 590, height: 90 } })],
      'SIGNATURE_PLACE_REFUSED',
    ],
  ])('%s', async (_, bytes, fields, code) => {
    await expect(start(bytes(), fields)).rejects.toMatchObject({ code })
  })
})

test.each<[string, () => Uint8Array, FieldRequest[]]>([
  ['shown', () => theirs, [field('signature', { settings: { label: 'Signature of the tenant' } })]],
  ['not shown', () => readTestFile('certified-p2.pdf'), []],
])('a signature that is %s is added; the evidence is beside the PDF', async (_, bytes, fields) => {
  const before = bytes()
  const started = await start(before, fields)
  expect(Buffer.compare(await read(started.request?.prepared.file), before)).toBe(0)
  const completed = await complete(started)
  const { finished, steps } = completed
  const evidence = requireEvidence(completed)
  expect(toEnvelope(completed, JANE.accountId).finished).toMatchObject({
    fileName: 'Lease-signed.pdf',
    evidence: { fileName: 'Lease-signed.evidence.json', size: evidence.size },
  })
  expect(toLinkedRequest(completed, SIGNER).finished?.evidence?.size).toBe(evidence.size)
  expect(completed.pendingFiles).toEqual([])

  const file = await read(finished?.file)
  expect(Buffer.compare(file.subarray(0, before.length), before)).toBe(0)
  const text = new TextDecoder().decode(await read(evidence.file))
  const authorities = system.deps.authority.certificates()
  const options = { authorities, evidence: [text], now: system.clock.now }
  const { beside, report, request } = await checkSignedPdf(file, options)
  expect([beside, hasOnlyIntactSignatures(report.signatures)]).toEqual([0, true])
  expect(request?.pdf?.signaturesBefore).toBe(1)
  const record = {
    origin: ORIGIN,
    chainId: CHAIN_ID,
    outcome: 'passed',
    leaf: openingLeafHash(openingOf(steps.at(-1) as StepRow)),
    anchoredAt: system.clock.now,
    firstEntry: 'valid',
  } as const
  const pdf = request?.pdf ?? null
  const { checks, verdict } = await verifyEvidence({ evidence: text, record, pdf })
  expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(verdict).toBe('verified')

  await removeDeleted(system.deps, completed)
  await expect(read(evidence.file)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
})

test('a document that was not signed before has its evidence inside', async () => {
  const { envelope, row, signer } = await system.bound()
  const completed = await sign(row, signer, envelope)
  expect(() => requireEvidence(completed)).toThrow(
    expect.objectContaining({ code: 'EVIDENCE_IN_DOCUMENT' }),
  )
  expect(toEnvelope(completed, JANE.accountId).finished?.evidence).toBeUndefined()
})

async function complete({ _id }: EnvelopeRow): Promise<EnvelopeRow> {
  const signer = await createSigner()
  const actor = system.actor(JANE, { id: _id, recipient: SIGNER })
  const row = await bindKey(system.deps, actor, { publicKey: signer.publicKeyText })
  return sign(row, signer, toEnvelope(row, JANE.accountId))
}

async function sign(
  { _id }: EnvelopeRow,
  signer: Awaited<ReturnType<typeof createSigner>>,
  envelope: ReturnType<typeof toEnvelope>,
): Promise<EnvelopeRow> {
  const body = await signAs(signer, envelope, { now: system.clock.now })
  await signRequest(system.deps, system.actor(JANE, { id: _id, recipient: SIGNER }), body)
  await system.work()
  return system.read(_id)
}
