/** A stand-in for svc-signing with one link, which follows the protocol and checks keys, codes and statements. */
import { fromBase64Url, toHex } from '@inkproof/proof/bytes'
import type { ErrorCode } from '@inkproof/protocol/errors'
import type { SigningPasskey } from '@inkproof/protocol/passkey-keys'
import type { BindKeyRequest } from '@inkproof/protocol/sign-request'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { checkSignature, decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { decodeStatement, type Statement } from '@inkproof/signing/statement'
import { PREPARED, TIME } from './sample-envelope.ts'
import { LINK_ID, LINK_SECRET, type Sample, sampleRequest } from './sample-linked-request.ts'
import { readStubKey, type StubKey } from './stub-keys.ts'
import { type StubRequest, type StubResponse, startStubServer } from './stub-server.ts'

/** The code that is mailed. */
export const MAILED_CODE = '314159'

type Options = Sample & {
  accessCode?: string
  /** A key of another browser is bound already. */
  isBoundElsewhere?: boolean
  prepared?: Uint8Array<ArrayBuffer>
  /** Those that are registered with an account. */
  passkeys?: SigningPasskey[]
  /** Answers instead of the service; undefined lets it answer. */
  intercept?: (name: string, request: StubRequest) => StubResponse | undefined
}

type Body = BindKeyRequest & {
  secret: string
  accessCode: string | null
  code: string
  signedStatement: string
  email: string
}

export type SigningLinkService = Awaited<ReturnType<typeof startSigningLinkService>>

export async function startSigningLinkService(options: Options = {}) {
  const service = {
    options,
    request: sampleRequest(options),
    codeFor: null as string | null,
    statement: null as Statement | null,
  }
  if (options.isBoundElsewhere) bindKey({ thumbprint: 'cd'.repeat(32) })

  function bindKey(bound: StubKey): void {
    const { basis, you } = service.request
    const key = { recipient: you.id, boundBy: 'ef'.repeat(32), ...bound }
    service.request = { ...service.request, basis: { ...basis, key } }
  }

  /** Changes the state of the link's person, for them and in the list of everybody. */
  function setState(state: LinkedRequest['you']['state'], actedAt: string | null): void {
    const { participants } = service.request
    const you = { ...service.request.you, state, actedAt }
    service.request = {
      ...service.request,
      you,
      participants: participants.map((person) => (person.isYou ? you : person)),
    }
  }

  async function respond(name: string, body: Body): Promise<StubResponse> {
    const refused = checkProof(body, options.accessCode)
    if (refused) return refused
    switch (name) {
      case 'open':
        return { status: 200, body: service.request }
      case 'prepared':
        return { status: 200, body: options.prepared ?? PREPARED }
      case 'finished':
      case 'signing-record':
        return { status: 200, body: PREPARED }
      case 'evidence':
        return { status: 200, body: '{}' }
      case 'code':
        return sendCode(body)
      case 'key':
        return bind(body)
      case 'hand-over':
        return (await isRightCode(body))
          ? { status: 200, body: { to: `b•••@${body.email.split('@')[1]}` } }
          : refuse('SIGNING_CODE_WRONG', 400)
      default:
        return record(name, body)
    }
  }

  async function isRightCode(body: Body): Promise<boolean> {
    const key = await readKey(body)
    return (
      body.code === MAILED_CODE && typeof key !== 'string' && key.thumbprint === service.codeFor
    )
  }

  const readKey = (body: Body) =>
    readStubKey(body, service.request.basis, service.request.you, options.passkeys)

  async function sendCode(body: Body): Promise<StubResponse> {
    const key = await readKey(body)
    if (typeof key === 'string') return refuse(key, 400)
    service.codeFor = key.thumbprint
    return { status: 200, body: sentCode() }
  }

  async function bind(body: Body): Promise<StubResponse> {
    const key = await readKey(body)
    if (typeof key === 'string') return refuse(key, 400)
    if (!(await isRightCode(body))) return refuse('SIGNING_CODE_WRONG', 400)
    if (service.request.basis.key === null) bindKey(key)
    else service.request = { ...service.request, waitsForRelease: true }
    return { status: 200, body: service.request }
  }

  async function record(name: string, body: Body): Promise<StubResponse> {
    const signed = decodeSignedStatement(fromBase64Url(body.signedStatement))
    const { basis, you } = service.request
    const envelope = decodeEnvelope(fromBase64Url(basis.envelope))
    const { outcome } = await checkSignature(signed, envelope, you.name)
    const statement = decodeStatement(signed.statement)
    const isRight = (statement.act === 'decline') === (name === 'decline')
    const isBound = toHex(statement.key) === basis.key?.thumbprint
    if (outcome !== 'passed' || !isRight || !isBound) return refuse('STATEMENT_REFUSED', 400)
    service.statement = statement
    setState(name === 'decline' ? 'declined' : 'done', TIME)
    if (name === 'decline')
      service.request = { ...service.request, state: 'declined', endedAt: TIME }
    return { status: 200, body: service.request }
  }

  const prefix = `/api/v1/signing-links/${LINK_ID}/`
  const nameOf = ({ path }: StubRequest) => path.slice(prefix.length)
  const { requests, stop } = await startStubServer(
    (request) => options.intercept?.(nameOf(request), request),
    (request) => respond(nameOf(request), JSON.parse(request.body.toString())),
  )
  /** Bodies of the calls with this name. */
  const sent = (name: string) =>
    requests.filter(({ path }) => path.endsWith(`/${name}`)).map(({ body }) => body.toString())
  return { service, requests, sent, setState, stop }
}

function checkProof({ accessCode, secret }: Body, expected?: string): StubResponse | undefined {
  if (secret !== LINK_SECRET) return refuse('SIGNING_LINK_NOT_FOUND', 404)
  if (expected === undefined || accessCode === expected) return undefined
  return refuse(accessCode === null ? 'ACCESS_CODE_NEEDED' : 'ACCESS_CODE_WRONG', 403)
}

export function refuse(code: ErrorCode, status: number): StubResponse {
  return { status, code, body: `refused: ${code}` }
}

function sentCode() {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  return { to: 'b•••@example.org', expiresAt: inMinutes(10), nextAt: inMinutes(1) }
}
