/**
 * Reads `{ path, trustedRoots }` as JSON from stdin, checks the signatures of that PDF file, and prints the report as JSON. It runs
 * for one file and is ended by its parent after a time: a file made to exhaust a parser affects only this process.
 */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'

const { path, trustedRoots } = JSON.parse(await text(process.stdin)) as {
  path: string
  /** DER, as base64. */
  trustedRoots: string[]
}
const roots = trustedRoots.map((root) => new Uint8Array(Buffer.from(root, 'base64')))
const bytes = new Uint8Array(await readFile(path))
const report = await checkPdfSignatures(bytes, { trustedRoots: roots, now: new Date() })
process.stdout.write(JSON.stringify(report))
