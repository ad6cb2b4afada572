import 'reflect-metadata'
import {
  createHash,
  createPrivateKey,
  sign as signBytes,
  verify,
  webcrypto,
  X509Certificate,
} from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type { PDF, PdfDict } from '@libpdf/core'
import * as x509 from '@peculiar/x509'
import {
  type AsnType,
  Constructed,
  fromBER,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
} from 'asn1js'
import { algorithmOf, type DigitalId, localDigitalId } from './digital-id.ts'
import { DOCUMENT_TIME_STAMP, FINAL_SIGNATURE, signatureName } from './fields.ts'
import { arrayOf, dictOf, nameOf, resolve, stringOf } from './pdf/objects.ts'
import { open } from './pdf/open.ts'
import { issueDigitalId } from './pki.ts'
import { prepare } from './prepare.ts'
import { OID } from './sign/oids.ts'
import { sign, timeStampDocument } from './sign.ts'
import { makePki, type TestPki } from './testing/make-pki.ts'
import { makeSignedPdf, type SignedPdf, sampleFields } from './testing/make-signed-pdf.ts'
import { lockedNames, readFields, revisions } from './testing/read-pdf.ts'
import { samplePdf } from './testing/sample-pdfs.ts'
import { parseSignedData } from './time-stamp/signed-data.ts'
import { issueToken } from './time-stamp-authority.ts'
import { addValidationData } from './validation-data.ts'

const NOW = new Date('2026-01-02T03:04:05Z')
const FIELD = signatureName(0)

let pki: TestPki
let prepared: Uint8Array
let finished: SignedPdf
beforeAll(async () => {
  pki = await makePki({ now: () => NOW })
  const signers = [sampleFields(0), sampleFields(1)]
  prepared = (await prepare(samplePdf(), { signers, preparedAt: NOW })).bytes
  finished = await makeSignedPdf({ pki, now: NOW })
})

describe('a ceremony', () => {
  test('appends one revision for each step, and changes no earlier byte', () => {
    const { prepared: first, filled, signed, sealed, withValidationData, final } = finished
    const steps = [first, filled, ...signed, sealed, withValidationData, final]
    expect(steps.map(revisions)).toEqual([1, 2, 3, 4, 5, 6, 7])
    steps.slice(1).forEach((step, index) => {
      const previous = steps[index] as Uint8Array
      expect(Buffer.from(step.subarray(0, previous.length)).equals(previous)).toBe(true)
    })
  })

  test('signs all bytes of each revision but the signature', async () => {
    for (const name of [FIELD, signatureName(1), FINAL_SIGNATURE]) {
      const { signature, pdf } = await signatureOf(finished.final, name)
      const [start, length, rest, restLength] = byteRange(pdf, signature)
      const end = rest + restLength
      expect(start).toBe(0)
      expect(finished.final.subarray(end - 6, end)).toEqual(new Uint8Array(Buffer.from('%%EOF\n')))
      expect(finished.final[length]).toBe('<'.charCodeAt(0))
      expect(finished.final[rest - 1]).toBe('>'.charCodeAt(0))
      const cms = parseCms(finished.final.subarray(length + 1, rest - 1))
      const signed = Buffer.concat([
        finished.final.subarray(0, length),
        finished.final.subarray(rest, end),
      ])
      expect(cms.messageDigest.equals(createHash('sha256').update(signed).digest())).toBe(true)
    }
  })

  test('keeps its validation data once, however often they are added', async () => {
    const certificates = [pki.root.certificate, pki.issuer.certificate]
    const again = await addValidationData(finished.final, { certificates, crls: [] })
    const pdf = await open(again)
    const store = dictOf(pdf, pdf.getCatalog(), 'DSS')
    // Root, issuer, time-stamps, final signature and two signers.
    expect(arrayOf(pdf, store, 'Certs')?.length).toBe(6)
    expect(arrayOf(pdf, store, 'CRLs')?.length).toBe(2)
    const more = await addValidationData(again, {
      certificates: [(await pki.issue('Another')).certificate],
      crls: [],
    })
    const reopened = await open(more)
    const grown = dictOf(reopened, reopened.getCatalog(), 'DSS')
    expect(arrayOf(reopened, grown, 'Certs')?.length).toBe(7)
  })
})

describe('a signature', () => {
  let file: Uint8Array
  let digitalId: DigitalId
  beforeAll(async () => {
    digitalId = await pki.issue('Jane Roe')
    const { timeStamp } = pki
    file = await sign(prepared, {
      field: FIELD,
      digitalId,
      signedAt: NOW,
      timeStamp,
      reason: 'Lease',
    })
  })

  test('has the PAdES entries, and a reference to the lock of its field', async () => {
    const { pdf, signature, field } = await signatureOf(file, FIELD)
    expect(nameOf(pdf, signature, 'SubFilter')).toBe('ETSI.CAdES.detached')
    expect(stringOf(pdf, signature, 'M')).toBe("D:20260102030405+00'00'")
    expect(stringOf(pdf, signature, 'Reason')).toBe('Lease')
    const reference = resolve(pdf, arrayOf(pdf, signature, 'Reference')?.at(0)) as PdfDict
    expect(nameOf(pdf, reference, 'TransformMethod')).toBe('FieldMDP')
    const parameters = dictOf(pdf, reference, 'TransformParams')
    expect(nameOf(pdf, parameters, 'Action')).toBe('Include')
    const names = arrayOf(pdf, parameters, 'Fields')?.toArray().map(String)
    expect(names).toHaveLength(lockedNames(pdf, field)?.length ?? 0)
  })

  test('keeps the place and the appearance of its field', async () => {
    const before = (await readFields(prepared))[FIELD]?.field
    const { field } = await signatureOf(file, FIELD)
    expect(String(field.get('Rect'))).toBe(String(before?.get('Rect')))
    expect(field.has('AP')).toBe(true)
  })

  test('has the baseline attributes and no signing time', async () => {
    const { pdf, signature } = await signatureOf(file, FIELD)
    const [, length, rest] = byteRange(pdf, signature)
    const cms = parseCms(file.subarray(length + 1, rest - 1))
    expect([...cms.attributes].sort()).toEqual(
      [
        OID.contentType,
        OID.messageDigest,
        OID.signingCertificateV2,
        OID.algorithmProtection,
      ].sort(),
    )
  })
})

test.each(['p256', 'rsa3072'] as const)('keys of type %s sign', async (keyType) => {
  const id = await issueDigitalId(pki.issuer, { commonName: 'Jane Roe', now: NOW, keyType })
  expect(id.algorithm).toBe(keyType === 'p256' ? 'ecdsa-sha256' : 'rsa-sha256')
  const bytes = Buffer.from('bytes')
  const key = new X509Certificate(id.certificate).publicKey
  expect(verify('sha256', bytes, { key, dsaEncoding: 'der' }, await id.sign(bytes))).toBe(true)
  await sign(prepared, { field: FIELD, digitalId: id, signedAt: NOW })
})

test('a key in another process signs: the function gets the signed attributes', async () => {
  const id = await pki.issue('Jane Roe')
  const seen: Uint8Array[] = []
  const key = createPrivateKey({ key: Buffer.from(id.privateKey), format: 'der', type: 'pkcs8' })
  const remote: DigitalId = {
    ...id,
    sign: async (bytes) => {
      seen.push(bytes)
      return signBytes('sha256', bytes, { key, dsaEncoding: 'der' })
    },
  }
  await sign(prepared, { field: FIELD, digitalId: remote, signedAt: NOW })
  // A SET (RFC 5652, 5.4), not the [0] of SignerInfo.
  expect(seen.map((bytes) => bytes[0])).toEqual([0x31])
})

test.each([
  [
    'another key',
    async (id: DigitalId) => (await pki.issue('Another')).sign(Buffer.from(id.certificate)),
  ],
  ['nothing', async () => new Uint8Array()],
])('a signature by %s is refused', async (_, forge) => {
  const id = await pki.issue('Jane Roe')
  const digitalId = { ...id, sign: () => forge(id) }
  const options = { field: FIELD, digitalId, signedAt: NOW }
  await expect(sign(prepared, options)).rejects.toMatchObject({ code: 'signature-not-valid' })
})

test.each([
  ['does not exist', 'other', 'unknown-field'],
  ['is not for signatures', 'signer-01-field-0001', 'unknown-field'],
])('a field that %s is refused', async (_, field, code) => {
  const digitalId = await pki.issue('Jane Roe')
  await expect(sign(prepared, { field, digitalId, signedAt: NOW })).rejects.toMatchObject({
    code,
    details: [field],
  })
})

test('a field is signed once', async () => {
  const digitalId = await pki.issue('Jane Roe')
  const options = { field: FIELD, digitalId, signedAt: NOW }
  await expect(sign(await sign(prepared, options), options)).rejects.toMatchObject({
    code: 'already-signed-field',
  })
})

test('a time-stamp that does not fit into the reserved place is refused', async () => {
  const options = { field: DOCUMENT_TIME_STAMP, timeStamp: async () => Buffer.alloc(20_000, 1) }
  await expect(timeStampDocument(prepared, options)).rejects.toMatchObject({
    code: 'signature-too-large',
  })
})

test('text of the document that looks like a reserved place changes nothing', async () => {
  const digitalId = await pki.issue('Jane Roe')
  const reason = '/ByteRange [0 9999999999 9999999999 9999999999] /Contents <00>'
  const file = await sign(prepared, { field: FIELD, digitalId, signedAt: NOW, reason })
  const { pdf, signature } = await signatureOf(file, FIELD)
  const [, , rest, restLength] = byteRange(pdf, signature)
  expect(rest + restLength).toBe(file.length)
  expect(stringOf(pdf, signature, 'Reason')).toBe(reason)
})

test('a document time-stamp covers the file', async () => {
  const { pdf, signature } = await signatureOf(finished.final, DOCUMENT_TIME_STAMP)
  expect(nameOf(pdf, signature, 'SubFilter')).toBe('ETSI.RFC3161')
  const [, length, rest, restLength] = byteRange(pdf, signature)
  expect(rest + restLength).toBe(finished.final.length)
  const hex = Buffer.from(finished.final.subarray(length + 1, rest - 1)).toString('latin1')
  const token = parseSignedData(Buffer.from(hex, 'hex'))
  expect(token?.contentType).toBe(OID.timeStampInfo)
})

test('keys other than P-256 and RSA are refused', async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=P-384',
    keys,
    signingAlgorithm: algorithm,
  })
  const der = new Uint8Array(certificate.rawData)
  expect(() => algorithmOf(der)).toThrow('unsupported-key')
  const pkcs8 = new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  expect(() => localDigitalId(der, [], pkcs8)).toThrow('unsupported-key')
})

test('a token without a request has no nonce', async () => {
  const token = await issueToken({ digitalId: pki.timeStampId, now: () => NOW }, Buffer.alloc(32))
  expect(parseSignedData(token)?.contentType).toBe(OID.timeStampInfo)
})

async function signatureOf(file: Uint8Array, name: string) {
  const found = (await readFields(file))[name]
  const signature = found && dictOf(found.pdf, found.field, 'V')
  if (!found || !signature) throw new Error(`${name} is not signed`)
  return { pdf: found.pdf, field: found.field, signature }
}

function byteRange(pdf: PDF, signature: PdfDict): [number, number, number, number] {
  const items = arrayOf(pdf, signature, 'ByteRange')?.toArray() ?? []
  return items.map((item) => (item.type === 'number' ? item.value : -1)) as [
    number,
    number,
    number,
    number,
  ]
}

/** The signed attributes of a detached signature, as hexadecimal digits with padding. */
function parseCms(contents: Uint8Array) {
  const der = Buffer.from(Buffer.from(contents).toString('latin1'), 'hex')
  const { result } = fromBER(new Uint8Array(der).buffer)
  const signedData = children(children(result)[1])[0]
  const signerInfo = children(children(signedData).at(-1))[0]
  const attributes = children(children(signerInfo)[3]).map((attribute) => {
    const [type, values] = children(attribute)
    const oid = type instanceof ObjectIdentifier ? type.valueBlock.toString() : ''
    return [oid, children(values)[0]] as const
  })
  const digest = attributes.find(([oid]) => oid === OID.messageDigest)?.[1]
  return {
    attributes: attributes.map(([oid]) => oid),
    messageDigest: Buffer.from(digest instanceof OctetString ? digest.valueBlock.valueHexView : []),
  }
}

function children(value: AsnType | undefined): AsnType[] {
  return value instanceof Constructed || value instanceof Sequence || value instanceof SetOf
    ? value.valueBlock.value
    : []
}
