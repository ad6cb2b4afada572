/** Finds what a file contains apart from its pages, and which fonts it lacks. Runs in browsers too. */
import { PDF } from '@libpdf/core'
import { type Content, inspectContent } from './inspect/content.ts'

export type { Content, Removable } from './inspect/content.ts'

/**
 * Reads a file that a user chose. The service inspects it again when it is uploaded.
 *
 * @throws UnusablePdf `hidden-layers`; Error if it cannot be read
 */
export async function readContent(bytes: Uint8Array): Promise<Content> {
  return inspectContent(await PDF.load(bytes, { lenient: false }))
}
