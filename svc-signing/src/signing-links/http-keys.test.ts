/** Recipients who sign with a wallet or a passkey, over HTTP with real services and a mail server. */

import { generateKeyPairSync } from 'node:crypto'
import { fromBase64Url, fromHex, toBase64Url, toHex } from '@inkproof/proof/bytes'
import type { BindKeyRequest } from '@inkproof/protocol/sign-request'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { signatureFromDer } from '@inkproof/signing/p256'
import { keyThumbprint } from '@inkproof/signing/public-key'
import type { SignedStatement } from '@inkproof/signing/signed-statement'
import type { Statement } from '@inkproof/signing/statement'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import { expect, test } from '@jest/globals'
import { createSoftPasskey, type Forgery } from '../../../svc-auth/src/testing/authenticator.ts'
import { addPasskeyTo, newBrowser, newMember } from '../../../svc-auth/src/testing/factors.ts'
import { outcomeOf } from '../envelopes/testing/http-signer.ts'
import { createPasskeySigner } from '../envelopes/testing/passkey-signer.ts'
import { readEvidence } from '../envelopes/testing/read-finished.ts'
import {
  createSigner,
  createWalletSigner,
  type SignChanges,
  type Signer,
} from '../envelopes/testing/signer.ts'
import type { Caller } from '../testing/signing-service.ts'
import { type Link, linked, wordsOf } from './testing/http-links.ts'
import { useHttpLinks } from './testing/use-http-links.ts'

const site = useHttpLinks()

/** The proof of a key, and the code of the error with which it is refused. */
type Refused = [object, string]

/** How the evidence says that a recipient was identified. */
const BY_MAILBOX = { method: 'mailbox', isKnownKey: false, isReplacement: false }

test('a recipient signs with a wallet: only its own proof for this recipient binds it, and only its statement counts', async () => {
  const { links } = site
  const { email, id, link, sender } = await links.sendRequest()
  const other = await links.sendRequest()
  const opened = await linked(links.call(link, 'open'))
  const [ann, thief] = [createWalletSigner(), createWalletSigner()]
  const key = await ann.keyFor(opened)
  const { walletSignature = '' } = key
  const forOther = await ann.keyFor(await linked(links.call(other.link, 'open')))
  const forName = await ann.keyFor({ ...opened, you: { ...opened.you, id: 'recipient-2' } })
  await expectKeysRefused(link, [
    [{ ...(await thief.keyFor(opened)), publicKey: ann.publicKeyText }, 'WALLET_NOT_PROVED'],
    [forOther, 'WALLET_NOT_PROVED'],
    [forName, 'WALLET_NOT_PROVED'],
    // As a wallet that is a contract returns it.
    [{ ...key, walletSignature: walletSignature + walletSignature.slice(2) }, 'WALLET_NOT_PROVED'],
    [{ ...key, walletSignature: '0x00' }, 'WALLET_NOT_PROVED'],
    [{ publicKey: ann.publicKeyText }, 'INVALID_INPUT'],
    [{ ...key, publicKey: (await createSigner()).publicKeyText }, 'INVALID_INPUT'],
    [{ ...key, publicKey: `${ann.publicKeyText}00` }, 'INVALID_INPUT'],
  ])
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
  await expectFilesRefused(link, [
    [{ publicKey: ann.publicKeyText }, 'INVALID_INPUT'],
    [forOther, 'WALLET_NOT_PROVED'],
    [await thief.keyFor(bound), 'SIGNING_KEY_NEEDED'],
    // This request has no field for a file.
    [key, 'NOT_YOUR_ATTACHMENT'],
  ])
  // The same wallet on another device, which signs a new proof.
  const again = { ...(await ann.keyFor(bound)), code: '000000' }
  expect((await linked(links.call(link, 'key', again))).waitsForRelease).toBe(false)
  await expectWaits(link, email, await thief.keyFor(bound), bound)
  const sendStatement = async (signer: Signer, change: SignChanges = {}) =>
    links.call(link, 'statement', await links.statementOf(signer, bound, undefined, change))
  expect(await reasonOf(sendStatement(thief))).toBe('KEY_NOT_BOUND')
  expect(await reasonOf(sendStatement(browser))).toBe('KEY_NOT_BOUND')
  const asAnn = { signed: (signed: SignedStatement) => ({ ...signed, key: ann.publicKey }) }
  const named = { statement: (item: Statement) => ({ ...item, key: keyThumbprint(ann.publicKey) }) }
  expect(await reasonOf(sendStatement(thief, { ...asAnn, ...named }))).toBe('BAD_SIGNATURE')
  expect(await reasonOf(sendStatement(ann, { signed: withOtherS }))).toBe('BAD_WALLET_SIGNATURE')
  await linked(sendStatement(ann))
  expect(await participantsOf(sender, id)).toMatchObject([
    { wallet: ann.publicKeyText, binding: BY_MAILBOX },
  ])
  const record = await wordsOf(await links.call(link, 'signing-record'))
  expect(record).toContain(`Wallet${ann.publicKeyText}`)
})

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

/** A passkey that is registered with svc-auth, and how to remove it there. */
async function registerPasskey() {
  const { auth } = site.system.other
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
  const { links } = site
  const { email, id, link, sender } = await links.sendRequest()
  const other = await links.sendRequest()
  const opened = await linked(links.call(link, 'open'))
  const { signer: ann, remove } = await registerPasskey()
  const { signer: thief } = await registerPasskey()
  const key = ann.keyFor(opened)
  const unknown = createPasskeySigner()
  await expectKeysRefused(link, [
    ...PASSKEY_FORGERIES.map(
      ([forgery]): Refused => [ann.keyFor(opened, forgery), 'PASSKEY_NOT_PROVED'],
    ),
    [ann.keyFor(await linked(links.call(other.link, 'open'))), 'PASSKEY_NOT_PROVED'],
    [ann.keyFor({ ...opened, you: { ...opened.you, id: 'recipient-2' } }), 'PASSKEY_NOT_PROVED'],
    [{ passkey: { ...thief.keyFor(opened).passkey, id: ann.known.id } }, 'PASSKEY_NOT_PROVED'],
    // Not canonical.
    ...(['authenticatorData', 'clientDataJSON', 'signature'] as const).map(
      (part): Refused => [{ passkey: { ...key.passkey, [part]: 'AB' } }, 'PASSKEY_NOT_PROVED'],
    ),
    [unknown.keyFor(opened), 'SIGNING_PASSKEY_UNKNOWN'],
    [{ ...key, publicKey: (await createSigner()).publicKeyText }, 'INVALID_INPUT'],
    [{ ...key, walletSignature: '0x00' }, 'INVALID_INPUT'],
    [{}, 'INVALID_INPUT'],
  ])
  const code = await links.codeForKey(link, email, key)
  const asThief = { ...thief.keyFor(opened), code }
  expect((await outcomeOf(links.call(link, 'key', asThief)))[1]).toBe('SIGNING_CODE_WRONG')
  const bound = await linked(links.call(link, 'key', { ...key, code }))
  expect(bound.basis.key).toMatchObject({ passkey: ann.known })
  expect((await remove()).status).toBe(204)
  // Again, after a lost response or on another device.
  const again = { ...ann.keyFor(bound), code: '000000' }
  expect((await linked(links.call(link, 'key', again))).steps).toHaveLength(bound.steps.length)
  await expectFilesRefused(link, [
    // Everybody who holds the link can read the public key.
    [{}, 'INVALID_INPUT'],
    [{ publicKey: pointOf(ann) }, 'PASSKEY_NOT_PROVED'],
    [ann.keyFor(bound, { flags: 1 }), 'PASSKEY_NOT_PROVED'],
    [thief.keyFor(bound), 'SIGNING_KEY_NEEDED'],
    [key, 'NOT_YOUR_ATTACHMENT'],
  ])
  // Who reads the mailbox, too, cannot hand over to themselves.
  const person = { name: 'Mallory', email: 'mallory@example.com' }
  const asKnown = { ...person, publicKey: pointOf(ann), code: '000000' }
  expect((await outcomeOf(links.call(link, 'hand-over', asKnown)))[1]).toBe('PASSKEY_NOT_PROVED')
  await expectWaits(link, email, thief.keyFor(bound), bound)
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
  expect(await participantsOf(sender, id)).toMatchObject([
    { isPasskey: true, wallet: null, binding: BY_MAILBOX },
  ])
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

/** Why a statement is refused. */
async function reasonOf(response: Promise<Response>): Promise<string | undefined> {
  return /signedStatement: (\w+)/.exec(await (await response).text())?.[1]
}

/** Expects that neither a code is mailed for these keys nor one of them bound. */
async function expectKeysRefused(link: Link, keys: readonly Refused[]): Promise<void> {
  for (const [key, error] of keys)
    for (const call of [
      site.links.call(link, 'code', key),
      site.links.call(link, 'key', { ...key, code: '000000' }),
    ])
      expect((await outcomeOf(call))[1]).toBe(error)
}

async function expectFilesRefused(link: Link, proofs: readonly Refused[]): Promise<void> {
  const file = { bytes: Buffer.from('%PDF-1.7 the passport'), fileName: 'a.pdf' }
  for (const [proof, error] of proofs)
    expect((await outcomeOf(site.links.attach(link, file, proof)))[1]).toBe(error)
}

/** Expects that a second key of the mailbox's owner waits for the sender, and that the first one stays bound. */
async function expectWaits(
  link: Link,
  email: string,
  second: BindKeyRequest,
  { basis }: LinkedRequest,
): Promise<void> {
  const { advance, links } = site
  advance(61_000)
  const code = await links.codeForKey(link, email, second)
  const waiting = await linked(links.call(link, 'key', { ...second, code }))
  expect([waiting.waitsForRelease, waiting.basis.key]).toEqual([true, basis.key])
}

/** Waits for the finished document, verifies its evidence, and returns who took part according to it. */
async function participantsOf(sender: Caller, id: string) {
  const { links } = site
  await links.mailTo(sender.email, 'Completed:')
  const finished = await links.http.download(sender, id, 'finished')
  const evidence = await readEvidence(new Uint8Array(await finished.arrayBuffer()))
  const { checks, participants } = await verifyEvidence({ record: null, pdf: null, evidence })
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  return participants
}
