/** Validation of a finished PDF by programs that know nothing of this product. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCUMENT_TIME_STAMP, FINAL_SIGNATURE, signatureName } from '@inkproof/pdf-signing/fields'
import { checkStructure, pdfsigVerdicts } from '@inkproof/pdf-signing/testing/pdf-tools'
import { checkFiles, checkFilesAt } from '@inkproof/pdf-signing/testing/pyhanko'
import { expect } from '@jest/globals'

const FILE = 'signed.pdf'
/** The digital IDs have expired by then, so the PDF must contain all that is needed. */
const LATER_MS = 365 * 24 * 3_600_000

/**
 * Expects that qpdf, pdfsig and pyHanko find the signature of each signer, the final signature and the document
 * time-stamp, and complain of nothing but an issuer that they do not know.
 *
 * @param origin of the installation, which publishes its root certificate
 * @param signers their number
 */
export async function expectValidElsewhere(
  bytes: Uint8Array,
  { origin, signers }: { origin: string; signers: number },
): Promise<void> {
  const names = Array.from({ length: signers }, (_, index) => signatureName(index))
  const fields = [...names, FINAL_SIGNATURE, DOCUMENT_TIME_STAMP]
  await expectFieldsValidElsewhere(bytes, { fields, root: await fetchRoot(origin) })
}

/**
 * The same for a document that was signed before: the earlier signatures are intact, and nothing that they do not permit was
 * changed.
 *
 * @param fields all signed fields in the order in which they were signed; the last one is the document time-stamp
 * @param earlier those of the earlier signatures, whose authorities are not those of the installation
 */
export async function expectFieldsValidElsewhere(
  bytes: Uint8Array,
  { earlier = [], fields, root }: { earlier?: string[]; fields: string[]; root: Uint8Array },
): Promise<void> {
  const timeStamp = fields.at(-1)
  const own = fields.filter((field) => !earlier.includes(field))
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-signed-'))
  try {
    const file = join(folder, FILE)
    await writeFile(file, bytes)
    expect(await checkStructure(file)).toContain('No syntax or stream')
    const signature = 'Signature is Valid.'
    const certificate = "Certificate issuer isn't Trusted."
    expect(await pdfsigVerdicts(file)).toMatchObject(
      fields.map((field) => {
        // poppler 22.12 cannot check document time-stamps.
        if (field === timeStamp) return { field }
        // The certificate of an earlier signature may have expired.
        return own.includes(field) ? { field, signature, certificate } : { field, signature }
      }),
    )
    const { [FILE]: now } = await checkFiles(folder, root, [FILE])
    expect(now?.toSorted(byField)).toMatchObject(
      fields.toSorted().map((field) => ({
        ...{ field, intact: true, problem: null },
        // The root of an earlier signature is not the installation's.
        accepted: own.includes(field),
      })),
    )
    const time = new Date(Date.now() + LATER_MS)
    const { [FILE]: later } = await checkFilesAt(folder, root, time, [FILE])
    const ownLater = later?.filter(({ field }) => own.includes(field))
    expect(ownLater?.toSorted(byField)).toEqual(
      own.toSorted().map((field) => ({ field, accepted: true, problem: null })),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** pyHanko lists signatures in the order in which they were made. */
function byField(a: { field: string }, b: { field: string }): number {
  return a.field < b.field ? -1 : 1
}

export async function fetchRoot(origin: string): Promise<Uint8Array> {
  const response = await fetch(`${origin}/api/v1/signing-authority/root.cer`)
  return new Uint8Array(await response.arrayBuffer())
}
