import { describe, expect, test } from '@jest/globals'
import { checkPdfSignatures } from './check.ts'
import { octets, oid, sequence, tlv } from './testing/der.ts'
import { check, NOW, readTestFile } from './testing/files.ts'
import { issueId } from './testing/pki.ts'
import { attribute, type CmsOptions, cms, resign } from './testing/sign.ts'

const CADES = readTestFile('p384.pdf')
const PKCS7 = readTestFile('rsa.pdf')
const ID = issueId()
const OTHER = issueId({ name: 'Mallory' })

async function integrityOf(file: Uint8Array, options: Partial<CmsOptions>) {
  const signed = resign(file, (bytes) => cms(bytes, { signer: ID, ...options }))
  const { signatures } = await checkPdfSignatures(signed, {
    trustedRoots: [ID.certificate],
    now: NOW,
  })
  const [signature] = signatures
  return signature?.integrity.status === 'invalid' ? signature.integrity.code : 'intact'
}

test('a signature of our own making is intact', async () => {
  expect(await integrityOf(CADES, {})).toBe('intact')
  expect(await integrityOf(PKCS7, {})).toBe('intact')
})

/** One difference from the correct signature each, and the check that fails. */
const MUTATIONS: Record<string, [Partial<CmsOptions>, string]> = {
  'the digest of other bytes': [{ messageDigest: Buffer.alloc(32) }, 'bytes-changed'],
  'the content inside the message': [{ content: Buffer.from('x') }, 'unreadable'],
  'another content type': [{ contentType: '1.2.840.113549.1.7.5' }, 'unreadable'],
  'another stated content type': [{ statedContentType: '1.2.840.113549.1.7.5' }, 'unreadable'],
  'the certificate of somebody else': [{ certificates: [OTHER.certificate] }, 'unreadable'],
  'no certificate': [{ certificates: [] }, 'unreadable'],
  'another serial number': [{ serial: 2 }, 'unreadable'],
  'two signers': [{ signerCount: 2 }, 'unreadable'],
  'no signer': [{ signerCount: 0 }, 'unreadable'],
  'a reference to another certificate': [{ referenced: OTHER }, 'wrong-signature'],
  'no signed attributes': [{ isWithoutAttributes: true }, 'unsupported'],
  'the key of somebody else': [{ signer: { ...ID, key: OTHER.key } }, 'wrong-signature'],
  'SHA-1 as digest': [{ digestAlgorithm: sequence(oid('1.3.14.3.2.26')) }, 'unsupported'],
  'another digest than in the signature': [
    { signatureAlgorithm: sequence(oid('1.2.840.10045.4.3.3')) },
    'unsupported',
  ],
  'an RSA algorithm with a key on a curve': [
    { signatureAlgorithm: sequence(oid('1.2.840.113549.1.1.11')) },
    'unsupported',
  ],
  'a repeated message digest': [
    { extraAttributes: [attribute('1.2.840.113549.1.9.4', octets(Buffer.alloc(32)))] },
    'unreadable',
  ],
}

describe('a signature is not intact with', () => {
  for (const [name, [options, code]] of Object.entries(MUTATIONS)) {
    test(name, async () => {
      expect(await integrityOf(CADES, options)).toBe(code)
    })
  }
})

test('the reference to the certificate is required for CAdES only', async () => {
  expect(await integrityOf(CADES, { referenced: null })).toBe('wrong-signature')
  expect(await integrityOf(PKCS7, { referenced: null })).toBe('intact')
})

test.each([
  ['empty', Buffer.alloc(0), 'byte-range'],
  ['no ASN.1 structure', Buffer.from('3003020102', 'hex'), 'unreadable'],
  ['another structure', sequence(oid('1.2.3')), 'unreadable'],
  ['a length beyond the space', Buffer.from('3084ffffffff', 'hex'), 'byte-range'],
  ['an indefinite length', Buffer.from('3080', 'hex'), 'byte-range'],
])('a signature that is %s is not intact', async (_, contents, code) => {
  const { signatures } = await check(resign(CADES, () => contents))
  expect(signatures[0]?.integrity).toEqual({ status: 'invalid', code })
})

test('bytes after the CMS structure are not accepted', async () => {
  const file = resign(CADES, (bytes) =>
    Buffer.concat([cms(bytes, { signer: ID }), tlv(4, Buffer.from('hidden'))]),
  )
  const { signatures } = await check(file)
  expect(signatures[0]?.integrity).toEqual({ status: 'invalid', code: 'byte-range' })
})

test('each supported key and digest', async () => {
  for (const name of ['rsa', 'rsa-pss', 'p384', 'p521', 'certified-p2']) {
    const { signatures } = await check(readTestFile(`${name}.pdf`))
    expect(signatures[0]).toMatchObject({
      integrity: { status: 'intact' },
      chain: { status: 'trusted' },
    })
  }
})

test('SHA-1 is not supported', async () => {
  const { signatures } = await check(readTestFile('sha1.pdf'))
  expect(signatures[0]?.integrity).toEqual({ status: 'invalid', code: 'unsupported' })
})
