/** A stand-in for svc-signing with one envelope, which follows the protocol and checks statements as the service does. */
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromBase64Url, fromHex, toBase64Url, toHex, utf8 } from '@inkproof/proof/bytes'
import type {
  Envelope,
  EnvelopeState,
  SigningBasis,
  StartEnvelopeRequest,
} from '@inkproof/protocol/envelopes'
import type { Envelope as Description } from '@inkproof/signing/envelope'
import { decodeEnvelope, encodeEnvelope } from '@inkproof/signing/envelope-codec'
import { keyThumbprint } from '@inkproof/signing/public-key'
import { checkSignature, decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { samplePdf } from './sample-draft.ts'

export type StubRequest = { method: string; path: string; body: Buffer }
export type StubResponse =
  | { status: number; code?: string; body?: unknown }
  /** The request has its effect, but the connection is lost before the response. */
  | 'lost'
  /** The request does not arrive. */
  | 'drop'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare const visit: (url: string) => void

export const CONSENT = {
  language: 'en',
  version: 'own-1',
  text: 'Signing electronically\n\nYou agree.',
}
export const OWN_EMAIL = 'ana@example.org'
const HASH = 'ab'.repeat(32)
const TIME = '2026-11-26T10:00:00.000Z'

type Options = {
  /** Changes the description of the envelope, as a hostile service could. */
  describe?: (description: Description) => Description
  /** The bytes that are returned as the prepared document. */
  prepared?: Uint8Array<ArrayBuffer>
  /** Answers instead of the service; undefined lets it answer. */
  intercept?: (request: StubRequest) => StubResponse | undefined
  state?: EnvelopeState
}

export type SigningService = Awaited<ReturnType<typeof startSigningService>>

export async function startSigningService(options: Options = {}) {
  const requests: StubRequest[] = []
  const service = { options, envelope: null as Envelope | null, statement: null as Buffer | null }

  async function respond(request: StubRequest): Promise<StubResponse> {
    const { method, path } = request
    const [url = '', query] = path.split('?')
    const call = `${method} ${url.replace(/\/envelopes\/[\w-]{22}/, '/envelopes/:id')}`
    switch (call) {
      case 'POST /api/v1/envelopes': {
        const id = new URLSearchParams(query).get('id') ?? ''
        service.envelope ??= draftEnvelope(id, request.body)
        return service.envelope.id === id
          ? { status: 201, body: service.envelope }
          : { status: 409, code: 'ENVELOPE_ID_TAKEN', body: 'This ID is taken.' }
      }
      case 'GET /api/v1/envelopes/:id':
        return service.envelope
          ? { status: 200, body: service.envelope }
          : {
              status: 404,
              code: 'ENVELOPE_NOT_FOUND',
              body: 'This signing request does not exist.',
            }
      case 'GET /api/v1/envelopes': {
        const envelopes = service.envelope ? [service.envelope].map(summaryOf) : []
        return { status: 200, body: { envelopes, next: null } }
      }
      case 'POST /api/v1/envelopes/:id/start':
        return start(JSON.parse(request.body.toString()))
      case 'GET /api/v1/envelopes/:id/prepared':
        return { status: 200, body: service.options.prepared ?? PREPARED }
      case 'POST /api/v1/envelopes/:id/recipients/signer-1/key':
        return bind(JSON.parse(request.body.toString()).publicKey)
      case 'POST /api/v1/envelopes/:id/recipients/signer-1/statement':
        return sign(request.body)
      case 'POST /api/v1/envelopes/:id/void':
        return change({ state: 'voided', endedAt: TIME })
      case 'DELETE /api/v1/envelopes/:id':
        service.envelope = null
        return { status: 204 }
      default:
        return { status: 404, body: `nothing at ${call}` }
    }
  }

  function change(values: Partial<Envelope>): StubResponse {
    service.envelope = { ...(service.envelope as Envelope), ...values }
    return { status: 200, body: service.envelope }
  }

  function start(body: StartEnvelopeRequest): StubResponse {
    const envelope = service.envelope as Envelope
    if (envelope.state !== 'draft') return { status: 200, body: envelope }
    return change(startedValues(envelope.id, body, service.options.describe))
  }

  function bind(publicKey: string): StubResponse {
    const basis = service.envelope?.basis as SigningBasis
    const point = fromBase64Url(publicKey)
    const thumbprint = toHex(keyThumbprint({ type: 'P-256', point: point.slice(1) }))
    if (point[0] !== 4 || (basis.key && basis.key.thumbprint !== thumbprint))
      return { status: 409, code: 'KEY_ALREADY_BOUND', body: 'Being signed in another browser.' }
    return change({
      basis: { ...basis, key: { recipient: 'signer-1', thumbprint, boundBy: HASH } },
    })
  }

  async function sign(body: Buffer): Promise<StubResponse> {
    if (service.statement && !service.statement.equals(body))
      return { status: 409, code: 'ALREADY_SIGNED', body: 'Already signed.' }
    const { signedStatement } = JSON.parse(body.toString())
    const signed = decodeSignedStatement(fromBase64Url(signedStatement))
    const envelope = decodeEnvelope(fromBase64Url(service.envelope?.basis?.envelope ?? ''))
    const { outcome } = await checkSignature(signed, envelope, 'Ana Reis')
    if (outcome !== 'passed')
      return { status: 400, code: 'STATEMENT_REFUSED', body: 'The statement does not match.' }
    service.statement = body
    return change({ state: 'completing' })
  }

  async function handle(request: StubRequest, outgoing: ServerResponse): Promise<void> {
    const intercepted = service.options.intercept?.(request)
    if (intercepted === 'drop') {
      outgoing.destroy()
      return
    }
    const response =
      intercepted === undefined || intercepted === 'lost' ? await respond(request) : intercepted
    if (intercepted === 'lost' || response === 'lost' || response === 'drop') outgoing.destroy()
    else send(outgoing, response)
  }

  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray())
    const request = { method: incoming.method ?? '', path: incoming.url ?? '', body }
    requests.push(request)
    await handle(request, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
  /** Bodies of the requests whose path ends like this. */
  const sent = (end: string) =>
    requests
      .filter(({ method, path }) => method !== 'GET' && path.endsWith(end))
      .map(({ body }) => body.toString())
  return { service, requests, sent, change, stop }
}

export const PREPARED = samplePdf('prepared')

function send(
  outgoing: ServerResponse,
  { body = '', code, status }: Exclude<StubResponse, string>,
) {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  outgoing
    .writeHead(status, code === undefined ? {} : { 'inkproof-error': code })
    .end(isRaw ? body : JSON.stringify(body))
}

export function draftEnvelope(id: string, upload: Uint8Array = samplePdf()): Envelope {
  const box = { x: 0, y: 0, width: 612, height: 792 }
  return {
    id,
    title: 'Lease',
    state: 'draft',
    createdAt: TIME,
    endedAt: null,
    recipients: [],
    expiresAt: null,
    document: {
      fileName: 'Lease.pdf',
      size: upload.length,
      fingerprint: sha256(upload),
      pages: [{ box, rotation: 0 }],
      missingFonts: [],
      removed: [],
      suggestions: [],
    },
    fields: [],
    steps: [],
    basis: null,
    waitingFor: null,
    finished: null,
  }
}

function startedValues(
  id: string,
  { fields, name, title }: StartEnvelopeRequest,
  describe: Options['describe'] = (description) => description,
): Partial<Envelope> {
  const named = fields.map((field, index) => ({
    ...field,
    required: field.required || field.type === 'signature',
    id: field.type === 'signature' ? 'signer-01-signature' : `signer-01-field-000${index + 1}`,
    recipient: 'signer-1',
  }))
  const hundredths = (points: number) => Math.round(points * 100)
  const description = describe({
    id,
    title,
    workspace: 'Ana Reis',
    site: { origin: 'https://sign.example.com', rpId: 'sign.example.com' },
    recipients: [
      {
        id: 'signer-1',
        role: 'signer',
        name,
        email: OWN_EMAIL,
        order: 1,
        language: 'en',
        knownKeys: [],
      },
    ],
    documents: [{ fingerprint: fromHex(sha256(PREPARED)), name: 'Lease.pdf', pages: 1 }],
    fields: named.map(({ page, rectangle: { height, width, x, y }, required, type, ...field }) => ({
      ...field,
      type,
      required,
      page,
      document: 0,
      rect: [hundredths(x), hundredths(y), hundredths(width), hundredths(height)],
      readOnly: false,
      validation: {},
      conditions: [],
    })),
    consents: [
      {
        language: CONSENT.language,
        version: CONSENT.version,
        fingerprint: fromHex(sha256(utf8(CONSENT.text))),
      },
    ],
    messageHash: fromHex(sha256(utf8(''))),
    expiresAt: new Date('2026-12-24T12:00:00Z'),
    anchorGraceSeconds: 86_400,
  })
  return {
    title,
    state: 'signing',
    expiresAt: '2026-12-24T12:00:00.000Z',
    fields: named,
    recipients: [{ id: 'signer-1', name, email: OWN_EMAIL, isYou: true, signedAt: null }],
    steps: [{ type: 'sent', at: TIME, recipient: null, index: 4 }],
    basis: {
      envelope: toBase64Url(encodeEnvelope(description)),
      origin: 'inkproof.example/log-1',
      chainId: 1,
      firstEntry: HASH,
      prepared: { fingerprint: sha256(PREPARED), size: PREPARED.length },
      consent: CONSENT,
      key: null,
    },
  }
}

function summaryOf({ createdAt, endedAt, id, recipients, state, title }: Envelope) {
  return { createdAt, endedAt, id, recipients, state, title }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
