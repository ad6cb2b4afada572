import { File as NodeFile } from 'node:buffer'

/** Returns a readable File; jsdom's File has neither `text` nor `stream`. */
export function nodeFile(content: string | Uint8Array<ArrayBuffer>, name: string): File {
  return new NodeFile([content], name) as unknown as File
}
