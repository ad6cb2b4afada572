/** Signing over HTTP with real services: what is refused to whom, outages, and a finished PDF that verifies. */
import { createHash, randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import { checkSignedPdf } from '@inkproof/pdf-signatures/evidence/check-signed-pdf'
import { verifyRequest } from '@inkproof/pdf-signatures/evidence/verify-request'
import { isChanged } from '@inkproof/pdf-signatures/report'
import { signatureVerdict } from '@inkproof/pdf-signatures/verdict'
import { buildPdf, deflatedStream } from '@inkproof/pdf-signing/testing/build-pdf'
import { textOfPdf } from '@inkproof/pdf-signing/testing/pdf-tools'
import { encryptedPdf, sampleObjects } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { type Envelope, EnvelopeList, MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { accountEnded, personalData, workspaceChanged } from '@inkproof/protocol/internal'
import { OpenApiDocument } from '@inkproof/protocol/openapi'
import { until } from '@inkproof/service-kit/testing/fixture'
import { parseEvidence } from '@inkproof/signing/evidence'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  type Caller,
  type SigningService,
  startSigningService,
} from '../testing/signing-service.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { newId, START } from './testing/envelope-system.ts'
import { createHttpSigner, outcomeOf, PDF_FILE } from './testing/http-signer.ts'
import { readEvidence } from './testing/read-finished.ts'
import { createSigner, type Signer } from './testing/signer.ts'

/** As long as a name may be: more than the 64 characters that X.520 allows in a common name, of several scripts. */
const NAME = `Zoë “Łu” O’Neill-Ångström 山田 مريم नेहा 👩🏽‍🚀 ${'Nguyễn '.repeat(20)}`
  .slice(0, 99)
  .trim()

let system: SigningService
let http: ReturnType<typeof createHttpSigner>
let ada: Caller
let open: { envelope: Envelope; signer: Signer }

beforeAll(async () => {
  system = await startSigningService()
  http = createHttpSigner(system)
  ada = await system.newPerson()
  open = await http.bound(ada, {
    recipients: START.recipients.map((item) => ({ ...item, name: NAME })),
  })
})
afterAll(() => system.stop())

const rows = () => system.connection.collection<EnvelopeRow>('envelopes')
const readBytes = async (sent: Promise<Response>) =>
  new Uint8Array(await (await sent).arrayBuffer())

/** Every call about one request, as `caller` makes it. */
async function callAll(caller: Pick<Caller, 'token'>) {
  const { envelope, signer } = open
  const { id } = envelope
  const statement = await http.statement(signer, envelope)
  return {
    reads: [
      () => http.show(caller, id),
      ...['upload', 'prepared', 'finished', 'signing-record'].map(
        (what) => () => http.download(caller, id, what),
      ),
    ],
    writes: [
      () => http.start(caller, id),
      () => http.bind(caller, id, signer),
      () => http.sign(caller, id, statement),
      () => http.discard(caller, id),
      () => http.remove(caller, id),
    ],
  }
}

async function outcomesOf(calls: (() => Promise<Response>)[]) {
  const outcomes: [number, unknown][] = []
  for (const call of calls) outcomes.push(await outcomeOf(call()))
  return outcomes
}

test('for another workspace, a request does not exist in any call', async () => {
  const eve = await system.newPerson()
  const { reads, writes } = await callAll(eve)
  for (const outcome of await outcomesOf([...reads, ...writes]))
    expect(outcome).toEqual([404, 'ENVELOPE_NOT_FOUND'])
  expect(await outcomeOf(http.list(eve))).toEqual([200, { envelopes: [], next: null }])
  const { id } = open.envelope
  expect(await outcomeOf(http.upload(eve, { id }))).toEqual([409, 'ENVELOPE_ID_TAKEN'])
})

test('describes its calls as OpenAPI, without a session', async () => {
  const response = await fetch(`${system.origin}/api/v1/envelopes/openapi.json`)
  const { openapi, paths } = OpenApiDocument.parse(await response.json())
  expect(openapi).toMatch(/^3\.1\./)
  expect(paths['/api/v1/envelopes/{id}/start']).toHaveProperty('post.summary')
  expect(paths['/api/v1/signing-links/{id}/statement']).toHaveProperty('post.summary')
  expect(paths['/api/v1/envelopes/openapi.json']).toHaveProperty('get')
})

test('without a session, nothing can be read or changed', async () => {
  const { reads, writes } = await callAll({ token: 'x.y.z' })
  for (const outcome of await outcomesOf([...reads, ...writes])) expect(outcome[0]).toBe(401)
})

test('a viewer reads, and changes nothing', async () => {
  const viewer = await system.signIn({ ...ada, accountId: randomUUID() }, { role: 'viewer' })
  const { reads, writes } = await callAll(viewer)
  const changes = [...writes, () => http.upload(viewer)]
  for (const outcome of await outcomesOf(changes))
    expect(outcome).toEqual([403, 'VIEWERS_ONLY_READ'])
  const statuses = (await Promise.all(reads.map((read) => read()))).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 409, 409])
})

/** A copy of a request under another ID, without the time that creating it takes. */
async function copyOf(envelope: Pick<Envelope, 'id'>, change: Partial<EnvelopeRow> = {}) {
  const row = (await rows().findOne({ _id: envelope.id })) as EnvelopeRow
  const copy = { ...row, dueAt: null, ...change, _id: newId() }
  await rows().insertOne(copy)
  return copy._id
}

const AS_DRAFT: Partial<EnvelopeRow> = { state: 'draft', request: null, finished: null }

test('another member cannot start, bind a key or sign, but sees and discards', async () => {
  const otto = await system.signIn({ ...ada, accountId: randomUUID() }, { role: 'member' })
  const { envelope, signer } = open
  const statement = await http.statement(signer, envelope)
  for (const sent of [
    http.start(otto, envelope.id),
    http.bind(otto, envelope.id, await createSigner()),
    http.sign(otto, envelope.id, statement),
  ])
    expect(await outcomeOf(sent)).toEqual([403, 'NOT_YOUR_SIGNATURE'])
  const shown = await http.envelopeOf(http.show(otto, envelope.id))
  expect([shown.recipients[0]?.isYou, shown.basis?.key]).toEqual([false, null])

  const id = await copyOf(envelope)
  expect((await http.envelopeOf(http.discard(otto, id, 'Wrong file'))).state).toBe('voided')
  expect(await outcomeOf(http.sign(ada, id, statement))).toEqual([409, 'ENVELOPE_ENDED'])
})

test('a list has pages, newest first, each request once', async () => {
  const bob = await system.newPerson()
  const { workspaceId } = bob
  for (let i = 0; i < 51; i += 1)
    await copyOf(open.envelope, { workspaceId, createdAt: new Date(Math.floor(i / 2)) })
  const first = EnvelopeList.parse(await (await http.list(bob)).json())
  const second = EnvelopeList.parse(await (await http.list(bob, first.next ?? '')).json())
  expect([first.envelopes.length, second.envelopes.length, second.next]).toEqual([50, 1, null])
  const shown = [...first.envelopes, ...second.envelopes]
  expect(new Set(shown.map(({ id }) => id)).size).toBe(51)
  const times = shown.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
  for (const cursor of ['1.x', '$ne', `1.${newId()}.`])
    expect(await outcomeOf(http.list(bob, cursor))).toEqual([400, 'INVALID_INPUT'])
})

/** 200 MB of zeros, compressed to 0.9 MB. */
const bomb = async () =>
  buildPdf({
    ...sampleObjects(),
    1000: deflatedStream(
      deflateSync(Buffer.alloc(200 * 2 ** 20), { level: 1 }),
      '/Type /ObjStm /N 1 /First 4',
    ),
  })

test('an upload that is not a usable PDF is refused, and leaves nothing', async () => {
  const before = await rows().countDocuments()
  const upload = async (file: Uint8Array, type?: string) =>
    outcomeOf(http.upload(ada, { file, ...(type !== undefined && { type }) }))
  expect(await upload(PDF_FILE, 'text/html')).toEqual([415, 'WRONG_MEDIA_TYPE'])
  expect(await upload(new Uint8Array(MAX_DOCUMENT_BYTES + 1))).toEqual([413, 'TOO_LARGE'])
  const refused = await Promise.all([
    upload(await encryptedPdf()),
    upload(PDF_FILE.subarray(0, 500)),
    upload(await bomb()),
  ])
  expect(refused).toEqual([
    ...[
      [400, 'PDF_ENCRYPTED'],
      [400, 'PDF_UNREADABLE'],
      [400, 'PDF_UNREADABLE'],
    ],
  ])
  expect(await rows().countDocuments()).toBe(before)
})

test('on a public origin only verified people with a confirmed address start, a few times a day', async () => {
  const cy = await system.newPerson({ isConfirmed: false })
  const unverified = await system.signIn(cy, { isVerifiedPerson: false })
  const draft = await http.envelopeOf(http.upload(cy))
  const second = await copyOf(draft)
  const start = (caller: Caller, id: string) => outcomeOf(http.start(caller, id))
  expect(await start(cy, draft.id)).toEqual([403, 'SIGNER_EMAIL_NOT_CONFIRMED'])
  await system.confirmAddress(cy)
  expect(await start(unverified, draft.id)).toEqual([403, 'PERSON_NOT_VERIFIED'])
  for (let repeated = 0; repeated < 2; repeated += 1)
    expect(await start(cy, draft.id)).toMatchObject([200, { state: 'signing' }])
  expect(await start(cy, second)).toEqual([429, 'DAILY_ALLOWANCE_USED'])
  expect((await http.envelopeOf(http.show(cy, second))).state).toBe('draft')
})

test('a start that the record did not answer is repeated, with one first entry', async () => {
  const dan = await system.newPerson()
  const file = { id: newId(), fileName: 'Bail – été.pdf' }
  const { id } = await http.envelopeOf(http.upload(dan, file))
  expect((await http.envelopeOf(http.upload(dan, file))).id).toBe(id)
  system.documentsProxy.loseResponseTo('append-steps')
  expect(await outcomeOf(http.start(dan, id))).toEqual([503, 'UNAVAILABLE'])
  system.documentsProxy.cut()
  expect(await outcomeOf(http.start(dan, id))).toEqual([503, 'UNAVAILABLE'])
  system.documentsProxy.restore()
  const { steps } = await http.envelopeOf(http.start(dan, id))
  expect(steps).toMatchObject([{ type: 'sent', index: expect.any(Number) }])
  expect(await http.envelopeOf(http.start(dan, id))).toMatchObject({ steps })
  const own = await rows().find().toArray()
  const leaves = new Set(own.flatMap((row) => row.steps.map(({ leaf }) => leaf)))
  await until(async () => (await system.countSteps()) >= leaves.size)
  expect(await system.countSteps()).toBe(leaves.size)
  const { headers } = await http.download(dan, id, 'upload')
  expect(headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Bail%20%E2%80%93%20%C3%A9t%C3%A9.pdf",
  )
})

test('a signed document is completed, downloaded and verified', async () => {
  const { envelope, signer } = open
  const { id } = envelope
  const early = await outcomeOf(http.download(ada, id, 'finished'))
  expect(early).toEqual([409, 'ENVELOPE_NOT_FINISHED'])
  const earlyRecord = await outcomeOf(http.download(ada, id, 'signing-record'))
  expect(earlyRecord).toEqual([409, 'SIGNING_RECORD_NOT_READY'])
  await http.envelopeOf(http.sign(ada, id, await http.statement(signer, envelope)))
  let shown = envelope
  await until(async () => {
    shown = await http.envelopeOf(http.show(ada, id))
    return shown.state === 'completed'
  })
  const { finished } = shown
  const file = await readBytes(http.download(ada, id, 'finished'))
  expect(createHash('sha256').update(file).digest('hex')).toBe(finished?.fingerprint)
  const options = { trustedRoots: [system.root], now: new Date() }
  const { signatures } = await checkPdfSignatures(file, options)
  expect(signatures.map(signatureVerdict)).toEqual(['signed', 'signed', 'signed'])
  expect(signatures.some(isChanged)).toBe(false)
  const signerName = `${NAME} (e-mail checked)`
  expect(signatures[0]?.signer).toMatchObject({ email: ada.email, name: signerName })
  const evidence = await readEvidence(file)
  const { checks } = await verifyEvidence({ evidence, record: null, pdf: null })
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  const { client } = system.other.documents
  const path = `/certificates/${finished?.certificate}`
  const certificate = await client.request('GET', path, undefined, ada.token)
  expect(await certificate.json()).toMatchObject({ fingerprint: finished?.fingerprint })

  expect(await readBytes(http.download(ada, id, 'upload'))).toEqual(PDF_FILE)
  const prepared = await readBytes(http.download(ada, id, 'prepared'))
  expect(file.subarray(0, prepared.length)).toEqual(prepared)
  const record = await readBytes(http.download(ada, id, 'signing-record'))
  // Its proof can be newer than that of the finished document.
  const attached = parseEvidence(await readEvidence(record))
  expect({ ...attached, proof: '' }).toEqual({ ...parseEvidence(evidence), proof: '' })
  const { report, request } = await checkSignedPdf(record, { authorities: [], now: new Date() })
  expect([report, request?.documents]).toEqual([
    { signatures: [], problem: null },
    [{ name: 'Lease.pdf', fingerprint: createHash('sha256').update(prepared).digest('hex') }],
  ])
  const attachedCheck =
    request && (await verifyRequest(request, { policy: 'none', blocks: { kind: 'offline' } }))
  expect(attachedCheck).toMatchObject({
    verdict: 'foreign-record',
    participants: [{ name: NAME }],
    signingRecord: {},
  })
  const said = await textOfPdf(record)
  expect(said).toContain(finished?.fingerprint)
  expect(said).toContain('Test installation: proves nothing to others')
  // The completion waited for the block.
  expect(said).toContain('A block of the chain with ID 31337 confirms the last step.')
  // On one line, so that it can be compared with another.
  expect(said).toMatch(/^Public record +\S+\/[0-9a-f]{64}$/m)
  expect(said).toContain('Zoë “Łu” O’Neill-Ångström [U+5C71][U+7530]')
  const words = said.replace(/\s+/g, ' ')
  for (const text of [
    'Characters that the font lacks are shown as code points',
    'The hash of what was fixed when the request was sent',
    'The version and language of the text about electronic signing that they accepted.',
    'The numbers have gaps',
    'Signing started',
    '“Zoë ’Łu’ O’Neill-Ångström',
    'Ngu” signed',
  ])
    expect(words).toContain(text)
  expect(shown.steps.find(({ type }) => type === 'verified')).toMatchObject({ method: 'account' })
  for (const { index } of shown.steps) expect(said).toMatch(new RegExp(`(^| )${index}$`, 'm'))
  const { headers } = await http.download(ada, id, 'finished')
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=Lease-signed.pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('svc-auth exports and removes personal data', async () => {
  const { accountId, workspaceId } = ada
  const { asAuth } = system
  const read = async (id: string) =>
    (await asAuth.call('svc-signing', personalData, { accountId: id, after: null })).records
  expect(await read(accountId)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ _id: open.envelope.id, fileName: 'Lease.pdf', isCreator: true }),
    ]),
  )
  const draft = await copyOf(open.envelope, { ...AS_DRAFT, upload: newId() })
  expect(await asAuth.call('svc-signing', accountEnded, { accountId })).toEqual({ done: true })
  expect(await read(accountId)).toEqual([])
  expect(await outcomeOf(http.show(ada, draft))).toEqual([404, 'ENVELOPE_NOT_FOUND'])
  expect((await http.download(ada, open.envelope.id, 'finished')).status).toBe(200)
  expect(JSON.stringify(await rows().find({ workspaceId }).toArray())).not.toContain(accountId)

  const change = { workspaceId, version: 2, name: 'Gone', members: [], ended: true }
  expect(await asAuth.call('svc-signing', workspaceChanged, change)).toEqual({ done: true })
  expect(await outcomeOf(http.show(ada, open.envelope.id))).toEqual([404, 'ENVELOPE_NOT_FOUND'])
  expect(await rows().countDocuments({ workspaceId })).toBe(0)
  const files = system.connection.collection('stored-files')
  expect(await files.countDocuments({ owner: workspaceId })).toBe(0)
})

test('neither the log nor the metrics contain names, addresses, files or sessions', async () => {
  const written = `${system.lines.join('')}${await system.metrics()}`
  expect(written).toContain('request completed')
  for (const secret of [
    ada.email,
    ada.token,
    NAME,
    'Jane Roe',
    'Lease',
    'Springfield',
    'Wrong file',
  ])
    expect(written).not.toContain(secret)
})
