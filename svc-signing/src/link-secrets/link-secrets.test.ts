/** Secrets of links and mailed codes, and the setting with their keys. */
import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { createLinkSecrets } from './link-secrets.ts'
import { linkSecretsEnv } from './link-secrets-settings.ts'

const ORIGIN = 'https://sign.example.com'
const LINK = { envelopeId: 'e', recipientId: 'recipient-1', address: 'a@example.com', epoch: 1 }

const newKey = (id: string) => `${id}.${randomBytes(32).toString('base64url')}`

test('a secret names its key, and fits only the link it was made for', () => {
  const keys = [newKey('k1')]
  const { isSecretOf, secretOf } = createLinkSecrets(keys, ORIGIN)
  const secret = secretOf(LINK)
  expect(secret).toMatch(/^k1\.[\w-]{43}$/)
  expect(isSecretOf(secret, LINK)).toBe(true)
  for (const other of [
    { envelopeId: 'f' },
    { recipientId: 'recipient-2' },
    { address: 'b@example.com' },
    { epoch: 2 },
    // Parts are told apart by their lengths.
    { envelopeId: 'erecipient-1', recipientId: '' },
  ])
    expect(isSecretOf(secret, { ...LINK, ...other })).toBe(false)
  expect(createLinkSecrets(keys, 'https://other.example').isSecretOf(secret, LINK)).toBe(false)
  for (const wrong of ['', 'k1', 'k1.', secret.slice(1), `k2${secret.slice(2)}`, `${secret}A`])
    expect(isSecretOf(wrong, LINK)).toBe(false)
})

test('links and codes of an earlier key work until it is removed; new ones use the first key', () => {
  const [before, after] = [newKey('before'), newKey('after')]
  const old = createLinkSecrets([before], ORIGIN)
  const both = createLinkSecrets([after, before], ORIGIN)
  const code = { nonce: old.newNonce(), envelopeId: 'e', recipientId: 'r', thumbprint: 'aa' }
  expect(both.isSecretOf(old.secretOf(LINK), LINK)).toBe(true)
  expect(both.codeOf(code)).toBe(old.codeOf(code))
  expect(both.secretOf(LINK)).toMatch(/^after\./)
  expect(both.newNonce()).toMatch(/^after\.[\w-]{22}$/)
  const removed = createLinkSecrets([after], ORIGIN)
  expect(removed.isSecretOf(old.secretOf(LINK), LINK)).toBe(false)
  expect([removed.codeOf(code), removed.isCodeOf(old.codeOf(code) ?? '', code)]).toEqual([
    undefined,
    false,
  ])
})

test('a code has six digits, and fits only its nonce, recipient and key', () => {
  const { codeOf, isCodeOf, newNonce } = createLinkSecrets([newKey('k')], ORIGIN)
  const subject = { nonce: newNonce(), envelopeId: 'e', recipientId: 'r', thumbprint: 'aa' }
  const code = codeOf(subject) ?? ''
  expect(code).toMatch(/^\d{6}$/)
  expect(isCodeOf(code, subject)).toBe(true)
  const others = Array.from({ length: 50 }, () => codeOf({ ...subject, nonce: newNonce() }))
  expect(new Set([code, ...others]).size).toBeGreaterThan(45)
  for (const change of [{ thumbprint: 'bb' }, { recipientId: 's' }, { envelopeId: 'f' }])
    expect(codeOf({ ...subject, ...change })).not.toBe(code)
  expect(isCodeOf(code.slice(1), subject)).toBe(false)
})

test('reads one or several keys, and refuses anything else without showing it', () => {
  const env = z.object(linkSecretsEnv)
  const [first, second] = [newKey('a'), newKey('b')]
  const read = (INVITATION_KEYS: string) => env.parse({ INVITATION_KEYS }).INVITATION_KEYS
  expect(read(first)).toEqual([first])
  expect(read(` ${first},\n${second} `)).toEqual([first, second])
  for (const wrong of ['', 'short.secret', first.slice(2), `${first} ${newKey('a')}`]) {
    expect(() => read(wrong)).toThrow('INVITATION_KEYS')
    expect(() => read(wrong)).not.toThrow('secret')
  }
})
