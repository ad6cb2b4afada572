/** What recipients do by link, over HTTP with real services and a mail server. */

import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { checkSignedPdf } from '@inkproof/pdf-signatures/evidence/check-signed-pdf'
import { verifyRequest } from '@inkproof/pdf-signatures/evidence/verify-request'
import { textOfPdf } from '@inkproof/pdf-signing/testing/pdf-tools'
import { fromBase64Url, fromHex, toBase64Url, toHex } from '@inkproof/proof/bytes'
import type { BindKeyRequest, EnvelopeList } from '@inkproof/protocol/envelopes'
import { until } from '@inkproof/service-kit/testing/fixture'
import { signatureFromDer } from '@inkproof/signing/p256'
import { keyThumbprint } from '@inkproof/signing/public-key'
import type { SignedStatement } from '@inkproof/signing/signed-statement'
import type { Statement } from '@inkproof/signing/statement'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createSoftPasskey, type Forgery } from '../../../svc-auth/src/testing/authenticator.ts'
import { addPasskeyTo, newBrowser, newMember } from '../../../svc-auth/src/testing/factors.ts'
import { workspaceModel } from '../../../svc-auth/src/workspaces/workspaces.model.ts'
import { field } from '../envelopes/testing/envelope-system.ts'
import { outcomeOf } from '../envelopes/testing/http-signer.ts'
import { createPasskeySigner } from '../envelopes/testing/passkey-signer.ts'
import { readEvidence } from '../envelopes/testing/read-finished.ts'
import {
  createSigner,
  createWalletSigner,
  type SignChanges,
  type Signer,
} from '../envelopes/testing/signer.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import { createHttpLinks, type Link, linked, linkIn } from './testing/http-links.ts'

const ATTACHMENT = 'signer-01-field-0002'

let system: SigningService
let links: ReturnType<typeof createHttpLinks>
/** Moves the clock of svc-signing. */
let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)
beforeAll(async () => {
  system = await startSigningService(now)
  links = createHttpLinks(system, now)
})
afterAll(() => system.stop())

/** The text of a PDF without spaces, because long words are broken into lines. */
const wordsOf = async (response: Response) =>
  toWords(await textOfPdf(new Uint8Array(await response.arrayBuffer())))
const toWords = (text: string) => text.replace(/\s/g, '')

test('a recipient opens the link, confirms the mailbox, signs, and gets the finished document', async () => {
  const { email, id, link, sender } = await links.sendRequest()
  const opened = await linked(links.call(link, 'open'))
  expect(opened).not.toHaveProperty('branding')
  expect([opened.you.state, opened.basis.key]).toEqual(['opened', null])
  await linked(links.call(link, 'open'))
  const signer = await createSigner()
  const code = await links.codeFor(link, email, signer)
  const other = await createSigner()
  const bindWith = ({ publicKeyText: publicKey }: Signer) =>
    links.call(link, 'key', { publicKey, code })
  expect(await outcomeOf(bindWith(other))).toEqual([400, 'SIGNING_CODE_WRONG'])
  const bound = await linked(bindWith(signer))
  // Repeated, and used again for another key.
  expect((await linked(bindWith(signer))).steps).toHaveLength(bound.steps.length)
  expect(await outcomeOf(bindWith(other))).toEqual([400, 'SIGNING_CODE_WRONG'])
  expect(bound.steps.map(({ type }) => type)).toEqual(['sent', 'opened', 'verified', 'bound'])
  expect(bound.steps.map(({ method }) => method)).toEqual([
    undefined,
    undefined,
    'mailbox',
    undefined,
  ])
  const prepared = await links.call(link, 'prepared')
  expect([prepared.status, prepared.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  for (const path of ['finished', 'signing-record'])
    expect(await outcomeOf(links.call(link, path))).toEqual([409, 'ENVELOPE_NOT_FINISHED'])
  await linked(links.call(link, 'statement', await links.statementOf(signer, bound)))
  expect(linkIn(await links.mailTo(email, 'Completed:'))).toEqual(link)
  expect(await links.mailTo(sender.email, 'Completed:')).toContain(
    `/document-signing?envelope=${id}`,
  )
  expect((await links.call(link, 'finished')).status).toBe(200)
  const record = await links.call(link, 'signing-record')
  expect(Object.fromEntries(record.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=Lease-signing-record.pdf',
  })
  const said = await wordsOf(record)
  expect(said).toContain(toWords(`“Ann Archer” confirmed the e-mail address ${email} with a code`))
  const [recipient] = (await links.http.envelopeOf(links.http.show(sender, id))).recipients
  expect(recipient).toMatchObject({ state: 'done', invitation: { to: email, state: 'sent' } })
  const collections = await system.connection.db?.collections()
  const dump = await Promise.all((collections ?? []).map((items) => items.find().toArray()))
  for (const text of [JSON.stringify(dump), system.lines.join('')])
    expect([text.includes(link.secret), text.includes(`"${code}"`)]).toEqual([false, false])
})

test('a stolen or forwarded link reads, but cannot sign without the mailbox; a second key needs the sender', async () => {
  const { email, id, link, sender } = await links.sendRequest()
  const thief = await createSigner()
  expect((await linked(links.call(link, 'open'))).title).toBe('Lease of the workshop')
  const guess = { publicKey: thief.publicKeyText, code: '000000' }
  expect(await outcomeOf(links.call(link, 'key', guess))).toEqual([400, 'SIGNING_CODE_WRONG'])
  const ann = await createSigner()
  const bound = await links.bind(link, email, ann)
  const forged = await links.statementOf(thief, bound)
  expect((await outcomeOf(links.call(link, 'statement', forged)))[1]).toBe('STATEMENT_REFUSED')
  offsetMs += 61_000
  const second = await createSigner()
  const waiting = await links.bind(link, email, second)
  expect([waiting.waitsForRelease, waiting.basis.key]).toEqual([true, bound.basis.key])
  const early = await links.statementOf(second, waiting)
  expect((await outcomeOf(links.call(link, 'statement', early)))[1]).toBe('STATEMENT_REFUSED')
  const [recipient] = (await links.http.envelopeOf(links.http.show(sender, id))).recipients
  const { thumbprint } = recipient?.otherKey ?? {}
  const path = `/${id}/recipients/recipient-1/release`
  await links.http.envelopeOf(system.request('POST', path, sender.token, { json: { thumbprint } }))
  const released = await linked(links.call(link, 'open'))
  expect(released.waitsForRelease).toBe(false)
  await linked(links.call(link, 'statement', await links.statementOf(second, released)))
})

/** Uploads a file to the attachment field of a link, as `proof` shows who does. */
function sendFile(
  link: Link,
  { bytes, fileName }: { bytes: Buffer; fileName: string },
  proof: object,
) {
  const query = new URLSearchParams({ id: link.id, field: ATTACHMENT, fileName })
  return fetch(`${system.origin}/api/v1/signing-links/attachments?${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'inkproof-proof': Buffer.from(JSON.stringify({ accessCode: null, ...proof })).toString(
        'base64url',
      ),
    },
    body: new Uint8Array(bytes),
  })
}

/** Why a statement is refused. */
async function reasonOf(response: Promise<Response>): Promise<string | undefined> {
  return /signedStatement: (\w+)/.exec(await (await response).text())?.[1]
}

test('a recipient signs with a wallet: only its own proof for this recipient binds it, and only its statement counts', async () => {
  const { email, id, link, sender } = await links.sendRequest()
  const other = await links.sendRequest()
  const opened = await linked(links.call(link, 'open'))
  const [ann, thief] = [createWalletSigner(), createWalletSigner()]
  const key = await ann.keyFor(opened)
  const { walletSignature = '' } = key
  const forOther = await ann.keyFor(await linked(links.call(other.link, 'open')))
  const forName = await ann.keyFor({ ...opened, you: { ...opened.you, id: 'recipient-2' } })
  const REFUSED: [object, string][] = [
    [{ ...(await thief.keyFor(opened)), publicKey: ann.publicKeyText }, 'WALLET_NOT_PROVED'],
    [forOther, 'WALLET_NOT_PROVED'],
    [forName, 'WALLET_NOT_PROVED'],
    // As a wallet that is a contract returns it.
    [{ ...key, walletSignature: walletSignature + walletSignature.slice(2) }, 'WALLET_NOT_PROVED'],
    [{ ...key, walletSignature: '0x00' }, 'WALLET_NOT_PROVED'],
    [{ publicKey: ann.publicKeyText }, 'INVALID_INPUT'],
    [{ ...key, publicKey: (await createSigner()).publicKeyText }, 'INVALID_INPUT'],
    [{ ...key, publicKey: `${ann.publicKeyText}00` }, 'INVALID_INPUT'],
  ]
  for (const [body, code] of REFUSED)
    for (const call of [
      links.call(link, 'code', body),
      links.call(link, 'key', { ...body, code: '000000' }),
    ])
      expect((await outcomeOf(call))[1]).toBe(code)
  const guess = links.call(link, 'key', { ...key, code: '000000' })
  expect((await outcomeOf(guess))[1]).toBe('SIGNING_CODE_WRONG')
  const code = await links.codeForKey(link, email, key)
  // A code for a wallet does not bind the key of a browser.
  const browser = await createSigner()
  const asBrowser = { publicKey: browser.publicKeyText, code }
  expect((await outcomeOf(links.call(link, 'key', asBrowser)))[1]).toBe('SIGNING_CODE_WRONG')
  const bound = await linked(links.call(link, 'key', { ...key, code }))
  expect(bound.basis.key).toMatchObject({ wallet: ann.publicKeyText })
  expect(bound.steps.map(({ type }) => type)).toEqual(['sent', 'opened', 'verified', 'bound'])
  // Everybody can know the address of a wallet.
  const { secret } = link
  const file = { bytes: Buffer.from('%PDF-1.7 the passport'), fileName: 'a.pdf' }
  for (const [sent, code] of [
    [{ publicKey: ann.publicKeyText }, 'INVALID_INPUT'],
    [forOther, 'WALLET_NOT_PROVED'],
    [await thief.keyFor(bound), 'SIGNING_KEY_NEEDED'],
    // This request has no field for a file.
    [key, 'NOT_YOUR_ATTACHMENT'],
  ] as const)
    expect((await outcomeOf(sendFile(link, file, { secret, ...sent })))[1]).toBe(code)
  // The same wallet on another device, which signs a new proof.
  const again = { ...(await ann.keyFor(bound)), code: '000000' }
  expect((await linked(links.call(link, 'key', again))).waitsForRelease).toBe(false)
  offsetMs += 61_000
  const second = await thief.keyFor(bound)
  const waiting = await linked(
    links.call(link, 'key', { ...second, code: await links.codeForKey(link, email, second) }),
  )
  expect([waiting.waitsForRelease, waiting.basis.key]).toEqual([true, bound.basis.key])
  const sendStatement = async (signer: Signer, change: SignChanges = {}) =>
    links.call(link, 'statement', await links.statementOf(signer, bound, undefined, change))
  expect(await reasonOf(sendStatement(thief))).toBe('KEY_NOT_BOUND')
  expect(await reasonOf(sendStatement(browser))).toBe('KEY_NOT_BOUND')
  const asAnn = { signed: (signed: SignedStatement) => ({ ...signed, key: ann.publicKey }) }
  const named = { statement: (item: Statement) => ({ ...item, key: keyThumbprint(ann.publicKey) }) }
  expect(await reasonOf(sendStatement(thief, { ...asAnn, ...named }))).toBe('BAD_SIGNATURE')
  expect(await reasonOf(sendStatement(ann, { signed: withOtherS }))).toBe('BAD_WALLET_SIGNATURE')
  await linked(sendStatement(ann))
  await links.mailTo(sender.email, 'Completed:')
  const finished = await links.http.download(sender, id, 'finished')
  const evidence = await readEvidence(new Uint8Array(await finished.arrayBuffer()))
  const parts = { record: null, pdf: null }
  const { checks, participants } = await verifyEvidence({ ...parts, evidence })
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  const binding = { method: 'mailbox', isKnownKey: false, isReplacement: false }
  expect(participants).toMatchObject([{ wallet: ann.publicKeyText, binding }])
  const record = await wordsOf(await links.call(link, 'signing-record'))
  expect(record).toContain(`Wallet${ann.publicKeyText}`)
})

/** A passkey that is registered with svc-auth, and how to remove it there. */
async function registerPasskey() {
  const { auth } = system.other
  const browser = newBrowser(auth)
  const { token } = await newMember(browser)
  const passkey = createSoftPasskey(new URL(auth.config.PUBLIC_ORIGIN).origin)
  expect((await addPasskeyTo(browser, token, passkey)).status).toBe(201)
  const remove = () => browser('DELETE', `/passkeys/${passkey.id}`, undefined, token)
  return { signer: createPasskeySigner(passkey), remove }
}

/** What a passkey’s response is refused for, and the reason if it is that of a statement. */
const PASSKEY_FORGERIES: [Forgery, string][] = [
  [{ origin: 'https://evil.example.com' }, 'OTHER_SITE'],
  [{ rpId: 'example.com' }, 'OTHER_RELYING_PARTY'],
  [{ flags: 1 }, 'USER_NOT_VERIFIED'],
  [{ crossOrigin: true }, 'CROSS_ORIGIN'],
  [{ type: 'webauthn.create' }, 'NOT_AN_ASSERTION'],
  [{ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }, 'BAD_SIGNATURE'],
]

test('a recipient signs with a passkey: only its own proof for this recipient binds it, also after it was removed from its account', async () => {
  const { email, id, link, sender } = await links.sendRequest()
  const other = await links.sendRequest()
  const opened = await linked(links.call(link, 'open'))
  const { signer: ann, remove } = await registerPasskey()
  const { signer: thief } = await registerPasskey()
  const key = ann.keyFor(opened)
  const unknown = createPasskeySigner()
  const REFUSED: [object, string][] = [
    ...PASSKEY_FORGERIES.map(
      ([forgery]) => [ann.keyFor(opened, forgery), 'PASSKEY_NOT_PROVED'] as [object, string],
    ),
    [ann.keyFor(await linked(links.call(other.link, 'open'))), 'PASSKEY_NOT_PROVED'],
    [ann.keyFor({ ...opened, you: { ...opened.you, id: 'recipient-2' } }), 'PASSKEY_NOT_PROVED'],
    [{ passkey: { ...thief.keyFor(opened).passkey, id: ann.known.id } }, 'PASSKEY_NOT_PROVED'],
    // Not canonical.
    ...(['authenticatorData', 'clientDataJSON', 'signature'] as const).map(
      (part) =>
        [{ passkey: { ...key.passkey, [part]: 'AB' } }, 'PASSKEY_NOT_PROVED'] as [object, string],
    ),
    [unknown.keyFor(opened), 'SIGNING_PASSKEY_UNKNOWN'],
    [{ ...key, publicKey: (await createSigner()).publicKeyText }, 'INVALID_INPUT'],
    [{ ...key, walletSignature: '0x00' }, 'INVALID_INPUT'],
    [{}, 'INVALID_INPUT'],
  ]
  for (const [body, code] of REFUSED)
    for (const call of [
      links.call(link, 'code', body),
      links.call(link, 'key', { ...body, code: '000000' }),
    ])
      expect((await outcomeOf(call))[1]).toBe(code)
  const code = await links.codeForKey(link, email, key)
  const asThief = { ...thief.keyFor(opened), code }
  expect((await outcomeOf(links.call(link, 'key', asThief)))[1]).toBe('SIGNING_CODE_WRONG')
  const bound = await linked(links.call(link, 'key', { ...key, code }))
  expect(bound.basis.key).toMatchObject({ passkey: ann.known })
  expect((await remove()).status).toBe(204)
  // Again, after a lost response or on another device.
  const again = { ...ann.keyFor(bound), code: '000000' }
  expect((await linked(links.call(link, 'key', again))).steps).toHaveLength(bound.steps.length)
  const file = { bytes: Buffer.from('%PDF-1.7 the passport'), fileName: 'a.pdf' }
  for (const [sent, refusal] of [
    // Everybody who holds the link can read the public key.
    [{}, 'INVALID_INPUT'],
    [{ publicKey: pointOf(ann) }, 'PASSKEY_NOT_PROVED'],
    [ann.keyFor(bound, { flags: 1 }), 'PASSKEY_NOT_PROVED'],
    [thief.keyFor(bound), 'SIGNING_KEY_NEEDED'],
    [key, 'NOT_YOUR_ATTACHMENT'],
  ] as const)
    expect((await outcomeOf(sendFile(link, file, { secret: link.secret, ...sent })))[1]).toBe(
      refusal,
    )
  // Who reads the mailbox, too, cannot hand over to themselves.
  const person = { name: 'Mallory', email: 'mallory@example.com' }
  const asKnown = { ...person, publicKey: pointOf(ann), code: '000000' }
  expect((await outcomeOf(links.call(link, 'hand-over', asKnown)))[1]).toBe('PASSKEY_NOT_PROVED')
  offsetMs += 61_000
  const second = thief.keyFor(bound)
  const waiting = await linked(
    links.call(link, 'key', { ...second, code: await links.codeForKey(link, email, second) }),
  )
  expect([waiting.waitsForRelease, waiting.basis.key]).toEqual([true, bound.basis.key])
  const sendStatement = async (signer: Pick<Signer, 'publicKey' | 'sign'>) =>
    links.call(link, 'statement', await links.statementOf(signer, bound))
  expect(await reasonOf(sendStatement(thief))).toBe('KEY_NOT_BOUND')
  for (const [forgery, reason] of PASSKEY_FORGERIES)
    expect(await reasonOf(sendStatement(ann.forging(forgery)))).toBe(reason)
  // The proof is no statement.
  const proof = assertionOf(key)
  const asProof = { ...ann, sign: async () => ({ type: 'passkey' as const, ...proof }) }
  expect(await reasonOf(sendStatement(asProof))).toBe('OTHER_CHALLENGE')
  await linked(sendStatement(ann))
  await links.mailTo(sender.email, 'Completed:')
  const finished = await links.http.download(sender, id, 'finished')
  const evidence = await readEvidence(new Uint8Array(await finished.arrayBuffer()))
  const { checks, participants } = await verifyEvidence({ record: null, pdf: null, evidence })
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  const binding = { method: 'mailbox', isKnownKey: false, isReplacement: false }
  expect(participants).toMatchObject([{ isPasskey: true, wallet: null, binding }])
  expect(await wordsOf(await links.call(link, 'signing-record'))).toContain('SignedwithApasskey')
})

/** The key of a passkey as if it were one of a browser. */
function pointOf({ publicKey }: Pick<Signer, 'publicKey'>): string {
  return toBase64Url(Uint8Array.of(4, ...('point' in publicKey ? publicKey.point : [])))
}

/** A proof as the signature of a statement. */
function assertionOf({ passkey }: BindKeyRequest) {
  const { authenticatorData = '', clientDataJSON = '', signature = '' } = passkey ?? {}
  return {
    authenticatorData: fromBase64Url(authenticatorData),
    clientDataJSON: fromBase64Url(clientDataJSON),
    signature: signatureFromDer(fromBase64Url(signature)),
  }
}

/** The other valid signature of the same statement: (r, n − s), with the other v. */
function withOtherS(signed: SignedStatement): SignedStatement {
  const { signature } = signed
  if (signature.type !== 'wallet') throw new Error('not the signature of a wallet')
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${toHex(signature.signature.subarray(32, 64))}`)
  const other = [
    ...signature.signature.subarray(0, 32),
    ...fromHex(s.toString(16).padStart(64, '0')),
  ]
  const v = signature.signature[64] === 27 ? 28 : 27
  return { ...signed, signature: { type: 'wallet', signature: Uint8Array.of(...other, v) } }
}

test('a recipient hands over: the old link ends, the new person and the sender are told; then they decline', async () => {
  const { email, id, link, sender } = await links.sendRequest()
  const signer = await createSigner()
  const to = `ben-${randomUUID()}@example.com`
  const code = await links.codeFor(link, email, signer)
  const person = { publicKey: signer.publicKeyText, code, name: 'Ben Baker', email }
  expect((await outcomeOf(links.call(link, 'hand-over', person)))[1]).toBe('ALREADY_RECIPIENT')
  expect(await outcomeOf(links.call(link, 'hand-over', { ...person, email: to }))).toEqual([
    200,
    { to: 'b…@example.com' },
  ])
  expect(await outcomeOf(links.call(link, 'open'))).toEqual([410, 'HANDED_OVER'])
  expect(await links.mailTo(sender.email, 'handed over')).toContain('Ann Archer handed over')
  const next = linkIn(await links.mailTo(to, 'asks you to sign'))
  const ben = await createSigner()
  const bound = await links.bind(next, to, ben)
  expect(bound.you).toMatchObject({ original: 'recipient-1', tookOverFrom: 'Ann Archer' })
  const shown = await links.http.envelopeOf(links.http.show(sender, id))
  expect(shown.steps.find(({ type }) => type === 'handed-over')).toMatchObject({
    ...{ recipient: 'recipient-1', recipientName: 'Ann Archer', handedOverTo: 'Ben Baker' },
  })
  const listed = (await (await links.http.list(sender)).json()) as EnvelopeList
  const taken = { original: 'recipient-1', tookOverFrom: 'Ann Archer' }
  expect(listed.envelopes[0]?.recipients[0]).toMatchObject(taken)
  const declined = await links.statementOf(ben, bound, 'The rent is wrong')
  expect((await linked(links.call(next, 'decline', declined))).state).toBe('declined')
  expect(await links.mailTo(sender.email, 'Declined:')).toContain('Reason: The rent is wrong')
  expect(await outcomeOf(links.call(next, 'signing-record'))).toEqual([
    409,
    'ENVELOPE_NOT_FINISHED',
  ])
  let record = new Response()
  await until(async () => {
    record = await links.http.download(sender, id, 'signing-record')
    return record.ok
  })
  const bytes = new Uint8Array(await record.clone().arrayBuffer())
  const { request } = await checkSignedPdf(bytes, { authorities: [], now: new Date() })
  const unknown = { policy: 'none', blocks: { kind: 'offline' } } as const
  const check = request && (await verifyRequest(request, unknown))
  expect(check).toMatchObject({
    participants: [{ name: 'Ben Baker', act: 'decline' }],
    checks: expect.arrayContaining([expect.objectContaining({ reason: 'ABORTED' })]),
  })
  // That it was declined counts only in a record that the reader trusts. A proof without an anchor names no chain.
  expect(['foreign-record', 'incomplete']).toContain(check?.verdict)
  const said = await wordsOf(record)
  for (const text of [
    'Result Declined. Nobody is bound by it.',
    `“Ann Archer” handed the request over to “Ben Baker” (${to})`,
    '“Ben Baker” declined. Reason: “The rent is wrong”',
    'There is no signed PDF',
  ])
    expect(said).toContain(toWords(text))
  // He did not accept the text about electronic signing.
  expect(said).not.toContain(toWords('Text request-'))
  const remind = system.request('POST', `/${id}/recipients/recipient-2/remind`, sender.token)
  expect(await outcomeOf(remind)).toEqual([409, 'ENVELOPE_ENDED'])
})

test('without the access code, no call shows anything about the document or the workspace’s branding', async () => {
  const { link, sender } = await links.sendRequest({ accessCode: 'Blue Bird' })
  const branding = { ...{ logo: null, color: '#1a2b3c' }, privacyUrl: null, termsUrl: null }
  const workspaces = workspaceModel(system.other.auth.mongo.connection)
  await workspaces.updateOne({ _id: sender.workspaceId }, { name: 'Archer & Co', branding })
  // The invitation was sent without branding; that answer is used for 30 seconds.
  offsetMs += 31_000
  for (const path of ['open', 'prepared', 'finished'])
    expect(await outcomeOf(links.call(link, path))).toEqual([403, 'ACCESS_CODE_NEEDED'])
  const { publicKeyText: publicKey } = await createSigner()
  expect(await outcomeOf(links.call(link, 'code', { publicKey }))).toEqual([
    403,
    'ACCESS_CODE_NEEDED',
  ])
  const opened = await linked(links.call(link, 'open', { accessCode: 'blue bird ' }))
  expect(opened.you.name).toBe('Ann Archer')
  expect(opened.branding).toEqual({ ...branding, workspaceName: 'Archer & Co' })
})

test('after their own deadline, a recipient reads that the request has ended, and can do nothing more', async () => {
  const { email, id, link, sender } = await links.sendRequest({ answerWithinDays: 2 })
  const signer = await createSigner()
  const shown = await links.bind(link, email, signer)
  const { answerBy = '' } = shown.you
  expect(Date.parse(answerBy)).toBeLessThan(Date.parse(shown.expiresAt))
  const statement = await links.statementOf(signer, shown)
  const decline = await links.statementOf(signer, shown, 'No')
  offsetMs += 2 * 24 * 60 * 60 * 1_000
  expect(await linked(links.call(link, 'open'))).toMatchObject({
    state: 'expired',
    you: { isLate: true, answerBy },
  })
  for (const [path, body] of [
    ['statement', statement],
    ['decline', decline],
    ['code', { publicKey: signer.publicKeyText }],
  ] as const)
    expect(await outcomeOf(links.call(link, path, body))).toEqual([409, 'ENVELOPE_ENDED'])
  await links.mailTo(sender.email, 'Expired')
  const seen = await links.http.envelopeOf(system.request('GET', `/${id}`, sender.token))
  expect(seen).toMatchObject({
    state: 'expired',
    recipients: [{ isLate: true, answerWithinDays: 2, answerBy }],
  })
})

test('a signer attaches a file from the browser of the bound key, which others read after the statement', async () => {
  const fields = [
    field('signature'),
    field('attachment', { rectangle: { x: 50, y: 100, width: 150, height: 30 } }),
  ]
  const { email, id, link, sender } = await links.sendRequest({}, undefined, fields)
  const { link: other } = await links.sendRequest()
  const signer = await createSigner()
  const file = Buffer.from('%PDF-1.7 the passport')
  const attach = (
    { publicKeyText: publicKey }: Signer,
    { as = link, bytes = file, fileName = 'Lebenslauf (ß).pdf' } = {},
  ) => sendFile(link, { fileName, bytes }, { secret: as.secret, publicKey })
  expect(await outcomeOf(attach(signer))).toEqual([403, 'SIGNING_KEY_NEEDED'])
  const bound = await links.bind(link, email, signer)
  expect(await outcomeOf(attach(await createSigner()))).toEqual([403, 'SIGNING_KEY_NEEDED'])
  expect(await outcomeOf(attach(signer, { as: other }))).toEqual([404, 'SIGNING_LINK_NOT_FOUND'])
  const tooLarge = Buffer.alloc(10_000_001, file)
  expect(await outcomeOf(attach(signer, { bytes: tooLarge }))).toEqual([413, 'TOO_LARGE'])
  for (const fileName of [
    '../passport.pdf',
    'page.html',
    'fdp\u202e.exe',
    'a\0.pdf',
    `${'ß'.repeat(130)}.pdf`,
  ])
    expect(await outcomeOf(attach(signer, { fileName }))).toEqual([400, 'INVALID_INPUT'])
  const attached = { field: ATTACHMENT, fileName: 'Lebenslauf (ß).pdf', size: file.length }
  expect(await outcomeOf(attach(signer))).toMatchObject([200, attached])
  const byLink = () => links.call(link, `attachments/${ATTACHMENT}`)
  const inWorkspace = ({ token } = sender) =>
    system.request('GET', `/${id}/attachments/${ATTACHMENT}`, token)
  expect(await outcomeOf(byLink())).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
  expect(await outcomeOf(inWorkspace())).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
  const fingerprint = createHash('sha256').update(file).digest()
  const attachments = { [ATTACHMENT]: { fingerprint, fileName: attached.fileName } }
  const statement = await links.statementOf(signer, bound, undefined, { attachments })
  const signed = await linked(links.call(link, 'statement', statement))
  expect(signed.attachments).toMatchObject([attached])
  for (const download of [byLink, inWorkspace]) {
    const { headers, ...response } = await download().then(async (received) => ({
      headers: received.headers,
      bytes: Buffer.from(await received.arrayBuffer()),
    }))
    expect(response.bytes).toEqual(file)
    expect(headers.get('content-disposition')).toContain('attachment; filename="Lebenslauf (')
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(await outcomeOf(inWorkspace(await system.newPerson()))).toEqual([
    404,
    'ENVELOPE_NOT_FOUND',
  ])
  expect(await outcomeOf(attach(signer))).toEqual([409, 'ALREADY_SIGNED'])
  await links.mailTo(sender.email, 'Completed:')
  const record = await wordsOf(await links.call(link, 'signing-record'))
  expect(record).toContain('AttachedfileLebenslauf(ß).pdf')
  expect(record).toContain(fingerprint.toString('hex'))
})
