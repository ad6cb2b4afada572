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
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-signed-'))
  try {
    const file = join(folder, FILE)
    await writeFile(file, bytes)
    const names = Array.from({ length: signers }, (_, index) => signatureName(index))
    const fields = [...names, FINAL_SIGNATURE, DOCUMENT_TIME_STAMP]

    expect(await checkStructure(file)).toContain('No syntax or stream')
    const valid = {
      signature: 'Signature is Valid.',
      certificate: "Certificate issuer isn't Trusted.",
    }
    expect(await pdfsigVerdicts(file)).toMatchObject(
      // poppler 22.12 cannot check document time-stamps.
      fields.map((field) => (field === DOCUMENT_TIME_STAMP ? { field } : { field, ...valid })),
    )
    const root = await fetchRoot(origin)
    const { [FILE]: now } = await checkFiles(folder, root, [FILE])
    expect(now?.toSorted(byField)).toMatchObject(
      fields.toSorted().map((field) => ({ field, accepted: true, intact: true, problem: null })),
    )
    const time = new Date(Date.now() + LATER_MS)
    const { [FILE]: later } = await checkFilesAt(folder, root, time, [FILE])
    expect(later?.toSorted(byField)).toEqual(
      fields.toSorted().map((field) => ({ field, accepted: true, problem: null })),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** pyHanko lists signatures in the order in which they were made. */
function byField(a: { field: string }, b: { field: string }): number {
  return a.field < b.field ? -1 : 1
}

async function fetchRoot(origin: string): Promise<Uint8Array> {
  const response = await fetch(`${origin}/api/v1/signing-authority/root.cer`)
  return new Uint8Array(await response.arrayBuffer())
}
