/** `qpdf` and poppler's `pdfsig`, `pdftotext` and `pdfinfo`, which validate and read files in tests. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What pdfsig says of one signature: the lines `Signature Validation` and `Certificate Validation`. */
export type PdfsigVerdict = {
  field: string
  signature: string | undefined
  certificate: string | undefined
}

/** The output of `qpdf --check`. Rejects if qpdf finds an error or has a warning. */
export async function checkStructure(file: string): Promise<string> {
  const { stdout } = await run('qpdf', ['--check', file])
  return stdout
}

/** The text of a file in the order in which it is drawn, with a form feed after each page. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const reading = run('pdftotext', ['-raw', '-', '-'])
  reading.child.stdin?.end(bytes)
  return (await reading).stdout
}

/** The right edge of the word that is farthest to the right, in points from the left edge of its page. */
export async function rightEdgeOf(bytes: Uint8Array): Promise<number> {
  const reading = run('pdftotext', ['-bbox', '-', '-'])
  reading.child.stdin?.end(bytes)
  const { stdout } = await reading
  return Math.max(...Array.from(stdout.matchAll(/xMax="([\d.]+)"/g), ([, edge]) => Number(edge)))
}

/** What `pdfinfo` says about a file, a line for each property. */
export async function describePdf(file: string): Promise<string> {
  return (await run('pdfinfo', [file])).stdout
}

/** The signed fields of a file. pdfsig exits with 0 whatever it finds, so its lines are read. */
export async function pdfsigVerdicts(file: string): Promise<PdfsigVerdict[]> {
  const { stdout } = await run('pdfsig', [file])
  const parts = stdout.split(/^Signature #\d+:$/m).slice(1)
  return parts
    .filter((part) => !part.includes('The signature form field is not signed.'))
    .map((part) => ({
      field: lineOf(part, 'Signature Field Name') ?? '',
      signature: lineOf(part, 'Signature Validation'),
      certificate: lineOf(part, 'Certificate Validation'),
    }))
}

function lineOf(part: string, label: string): string | undefined {
  return new RegExp(`^ {2}- ${label}: (.*)$`, 'm').exec(part)?.[1]
}
