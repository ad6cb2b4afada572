import { File as NodeFile } from 'node:buffer'

/** A readable File; jsdom's own has neither `text` nor `stream`. */
export function nodeFile(content: string | Uint8Array<ArrayBuffer>, name: string): File {
  return new NodeFile([content], name) as unknown as File
}
