const encoder = new TextEncoder()

/** Encodes ASCII text, such as PDF syntax, as one byte per character. */
export function ascii(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Returns a PDF stream: the entries of `dictionary` with Length added, in brackets, then the data. */
export function streamObject(dictionary: string, data: Uint8Array): Uint8Array {
  const head = ascii(`<< ${dictionary} /Length ${data.length} >>\nstream\n`)
  return concatBytes([head, data, ascii('\nendstream')])
}

/**
 * Writes a PDF 1.4 file of these objects, numbered from 1; the first is the catalog, the last the document
 * information. The output is deterministic.
 */
export function writePdf(objects: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  // Four bytes above 127 mark the file as binary for transfer programs (PDF 32000-1, 7.5.2).
  const parts: Uint8Array[] = [ascii('%PDF-1.4\n%'), Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3, 10)]
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(totalLength(parts))
    parts.push(ascii(`${index + 1} 0 obj\n`), object, ascii('\nendobj\n'))
  }
  parts.push(ascii(crossReference(offsets, totalLength(parts))))
  return concatBytes(parts)
}

function crossReference(offsets: readonly number[], tableOffset: number): string {
  const size = offsets.length + 1
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  return (
    `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}` +
    `trailer\n<< /Size ${size} /Root 1 0 R /Info ${offsets.length} 0 R >>\n` +
    `startxref\n${tableOffset}\n%%EOF\n`
  )
}

function totalLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(totalLength(parts))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
