import { readFileSync } from 'node:fs'
import { checkPdfSignatures } from '../check.ts'
import type { PdfSignature } from '../report.ts'

/** Within the validity of all digital IDs of the files. */
export const NOW = new Date('2026-11-27T00:00:00Z')

/** A file of `files/`, by its name with its ending. */
export function readTestFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`./files/${name}`, import.meta.url)))
}

/** Checks a file with the root of the files as the only trusted one. */
export function check(bytes: Uint8Array, now = NOW) {
  return checkPdfSignatures(bytes, { trustedRoots: [readTestFile('root.der')], now })
}

/** The signatures of a file that can be read. */
export async function signaturesOf(bytes: Uint8Array): Promise<PdfSignature[]> {
  const { signatures, problem } = await check(bytes)
  if (problem !== null) throw new Error(`The file was not checked: ${problem}`)
  return signatures
}

/** One line per change after the first signature: `+` if it is permitted, `-` if not. */
export async function changesOf(bytes: Uint8Array): Promise<string[]> {
  const [signature] = await signaturesOf(bytes)
  return (signature?.changesAfter ?? []).map(
    ({ kind, subject, isPermitted }) =>
      `${isPermitted ? '+' : '-'} ${kind}${subject === null ? '' : ` ${subject}`}`,
  )
}
