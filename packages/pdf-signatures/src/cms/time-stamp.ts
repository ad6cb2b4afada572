import { ObjectIdentifier, Sequence } from 'asn1js'
import { type Extension, TSTInfo } from 'pkijs'
import type { ParsedCertificate } from './certificate.ts'
import { type Bytes, digest, isEqual, parseDer, parseOrNull } from './encoding.ts'
import { type Cms, parseCms, unsignedAttributeValue, verifyCms } from './signed-data.ts'
import { digestName } from './verify-value.ts'

/** A time-stamp token (RFC 3161, 2.4.2). */
export type Token = {
  time: Date
  authority: ParsedCertificate | null
  /** It is about exactly the given bytes. */
  isAbout: boolean
  /** It is about exactly the given bytes, and the signature of the authority is valid. */
  isValid: boolean
  cms: Cms
}

const ID_TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** Reads a time-stamp token and checks that it is about `stamped`; null if it cannot be read. */
export async function readToken(der: Uint8Array, stamped: Bytes): Promise<Token | null> {
  const cms = await parseCms(der)
  const { content } = cms ?? {}
  if (!cms || !content || cms.contentType !== ID_TST_INFO) return null
  const info = parseOrNull(() => {
    const schema = parseDer(content)
    return schema && new TSTInfo({ schema })
  })
  if (!info || Number.isNaN(info.genTime.getTime())) return null
  const isAbout = await matchesImprint(info, stamped)
  const isValid =
    isAbout &&
    cms.signer !== null &&
    isForTimeStamping(cms.signer) &&
    (await verifyCms(cms, content, true)).status === 'intact'
  return { time: info.genTime, authority: cms.signer, isAbout, isValid, cms }
}

/** The time-stamp over the signature value (RFC 3161, appendix A); null if there is none that can be read. */
export async function readSignatureTimeStamp(cms: Cms, value: Bytes): Promise<Token | null> {
  const block = unsignedAttributeValue(cms.signerInfo, SIGNATURE_TIME_STAMP)
  return block ? await readToken(new Uint8Array(block.valueBeforeDecodeView), value) : null
}

async function matchesImprint({ messageImprint }: TSTInfo, stamped: Bytes): Promise<boolean> {
  const hash = digestName(messageImprint.hashAlgorithm)
  if (!hash) return false
  const imprint = new Uint8Array(messageImprint.hashedMessage.getValue())
  return isEqual(await digest(hash, stamped), imprint)
}

/** The only purpose, and critical (RFC 3161, 2.3). */
function isForTimeStamping({ x509 }: ParsedCertificate): boolean {
  const usages = (x509.extensions ?? []).filter(({ extnID }) => extnID === EXTENDED_KEY_USAGE)
  const [usage] = usages
  return usages.length === 1 && usage?.critical === true && isOnly(usage, TIME_STAMPING)
}

function isOnly({ extnValue }: Extension, purpose: string): boolean {
  const list = parseOrNull(() => parseDer(new Uint8Array(extnValue.getValue())))
  if (!(list instanceof Sequence)) return false
  return list.valueBlock.value.every(
    (item) => item instanceof ObjectIdentifier && item.valueBlock.toString() === purpose,
  )
}
