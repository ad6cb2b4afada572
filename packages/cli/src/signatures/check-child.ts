/**
 * Reads `{ path, evidence, trustedRoots, withRequest }` as JSON from stdin, checks the signatures of that PDF file, and prints
 * the report as JSON; with `withRequest`, a serialized `SignedPdf` as base64. It runs for one file and is ended by its parent after a time: a file made to exhaust a parser affects only this process.
 */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { serialize } from 'node:v8'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'

const { evidence, path, trustedRoots, withRequest } = JSON.parse(await text(process.stdin)) as {
  path: string
  /** Path of the evidence beside the file; null if there is none. */
  evidence: string | null
  /** DER, as base64. */
  trustedRoots: string[]
  withRequest: boolean
}
const roots = trustedRoots.map((root) => new Uint8Array(Buffer.from(root, 'base64')))
const bytes = new Uint8Array(await readFile(path))
const now = new Date()
if (withRequest) {
  const { checkSignedPdf } = await import('@inkproof/pdf-signatures/evidence/check-signed-pdf')
  const texts = evidence === null ? [] : [await readFile(evidence, 'utf8')]
  const checked = await checkSignedPdf(bytes, { authorities: roots, evidence: texts, now })
  process.stdout.write(serialize(checked).toString('base64'))
} else {
  const report = await checkPdfSignatures(bytes, { trustedRoots: roots, now })
  process.stdout.write(JSON.stringify(report))
}
