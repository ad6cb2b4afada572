import { checkPdfSignatures } from '../check.ts'
import { NOW } from './files.ts'
import { issueId } from './pki.ts'
import { SIGNATURE_SPACE, signSpace } from './sign.ts'
import { append, toBytes } from './updates.ts'

const ID = issueId()

/**
 * A document of one page that its author prepared for an attack and signed, in field 6, without DocMDP. Object 5 is a field
 * that is not shown; `objects` replaces or adds objects.
 */
export function signedWith(objects: Record<number, string>): Uint8Array {
  const original: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [5 0 R 6 0 R] >> >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [6 0 R] >>',
    4: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>',
    5: '<< /FT /Tx /T (a) /V (100) >>',
    6: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (sig) /Rect [0 0 0 0] /V 7 0 R >>',
    7: SIGNATURE_SPACE,
  }
  const all = { ...original, ...objects }
  return signSpace(append(toBytes('%PDF-1.7\n'), { objects: all, previous: null }), ID)
}

/** The changes after the first signature, as `+ kind subject` if it permits them, otherwise `- kind subject`. */
export async function allChanges(file: Uint8Array): Promise<string[]> {
  const options = { trustedRoots: [ID.certificate], now: NOW }
  const [signature] = (await checkPdfSignatures(file, options)).signatures
  if (signature?.integrity.status !== 'intact') throw new Error('The signature is not intact')
  return signature.changesAfter.map(
    ({ kind, subject, isPermitted }) => `${isPermitted ? '+' : '-'} ${kind} ${subject}`,
  )
}

/** The changes after the first signature that it does not permit, as `kind subject`. */
export async function refusedChanges(file: Uint8Array): Promise<string[]> {
  const changes = await allChanges(file)
  return changes.filter((change) => change.startsWith('-')).map((change) => change.slice(2))
}
