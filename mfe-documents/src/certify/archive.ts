import { strToU8, zipSync } from 'fflate'

/** Characters that Windows, macOS or ZIP tools forbid or interpret, and characters that hide or reorder others. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
/** Names of devices, which Windows allows for no file, whatever its extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
/** In bytes of UTF-8: file systems allow 255; the rest is for the number of a repeated name. */
const MAX_BYTES = 240

/** A text file of an archive, with any name. */
export type ArchivedFile = { name: string; text: string }

/** Returns a ZIP archive of the files, with the names of {@link archiveNames}. */
export function zipArchive(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const names = archiveNames(files.map(({ name }) => name))
  const entries = files.map(({ text }, index) => [names[index] ?? '', strToU8(text)] as const)
  // Not fflate's asynchronous version: it starts workers from blobs, which the content security policy forbids.
  return zipSync(Object.fromEntries(entries)) as Uint8Array<ArrayBuffer>
}

/**
 * Returns a name for each file of an archive, in the same order: safe to extract on any system, without folders, and
 * unique even where the file system ignores case. Repeated names get a number: `lease (2).pdf.tlog-proof`.
 */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const safe = safeName(name)
    let unique = safe
    for (let copy = 2; taken.has(keyOf(unique)); copy += 1) unique = numbered(safe, copy)
    taken.add(keyOf(unique))
    return unique
  })
}

function safeName(name: string): string {
  const visible = name
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  const allowed = RESERVED.test(visible) ? `_${visible}` : visible
  return shorten(allowed || '_')
}

/** Removes characters from the middle, so that the extensions stay. */
function shorten(name: string): string {
  const characters = [...name]
  while (new TextEncoder().encode(characters.join('')).length > MAX_BYTES)
    characters.splice(Math.floor(characters.length / 2), 1)
  return characters.join('')
}

function numbered(name: string, copy: number): string {
  const dot = name.indexOf('.', 1)
  return dot === -1 ? `${name} (${copy})` : `${name.slice(0, dot)} (${copy})${name.slice(dot)}`
}

/** Equal for names that a file system may treat as the same. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
