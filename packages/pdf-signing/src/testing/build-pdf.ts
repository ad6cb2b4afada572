/** Writes PDF files from objects given as text, for tests. */
import { deflateSync } from 'node:zlib'

/** Bodies of indirect objects by number; object 1 is the catalog. */
export type Objects = Record<number, string | Buffer>

/** A file with a classic cross-reference table. `trailer`: further entries of the trailer. */
export function buildPdf(objects: Objects, trailer = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets = new Map<number, number>()
  let position = parts[0]?.length ?? 0
  const push = (part: Buffer) => {
    parts.push(part)
    position += part.length
  }
  for (const [number, body] of Object.entries(objects)) {
    offsets.set(Number(number), position)
    push(Buffer.concat([text(`${number} 0 obj\n`), bytes(body), text('\nendobj\n')]))
  }
  const start = position
  const size = Math.max(...offsets.keys()) + 1
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number)
    return offset === undefined
      ? '0000000000 65535 f \n'
      : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  push(text(`xref\n0 ${size}\n${rows.join('')}`))
  push(text(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}

/** A file whose objects, apart from streams, are in an object stream, with a cross-reference stream. */
export function buildCompressedPdf(objects: Objects): Uint8Array {
  const entries = Object.entries(objects).map(([number, body]) => [Number(number), body] as const)
  const plain = entries.filter(([, body]) => !bytes(body).includes('endstream'))
  const streams = entries.filter(([, body]) => bytes(body).includes('endstream'))
  const size = Math.max(...entries.map(([number]) => number)) + 3
  const [container, table] = [size - 2, size - 1]
  const parts: Buffer[] = [text('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  const rows = new Map<number, [number, number, number]>([[0, [0, 0, 65535]]])
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const add = (number: number, body: Buffer) => {
    rows.set(number, [1, length(), 0])
    parts.push(text(`${number} 0 obj\n`), body, text('\nendobj\n'))
  }
  for (const [number, body] of streams) add(number, bytes(body))
  plain.forEach(([number], index) => {
    rows.set(number, [2, container, index])
  })
  add(container, objectStream(plain))
  rows.set(table, [1, length(), 0])
  const start = length()
  const data = Array.from({ length: size }, (_, number) => row(rows.get(number) ?? [0, 0, 0]))
  const entry = `/Type /XRef /Size ${size} /W [1 4 2] /Root 1 0 R`
  parts.push(text(`${table} 0 obj\n`), flateStream(Buffer.concat(data), entry), text('\nendobj\n'))
  parts.push(text(`startxref\n${start}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}

/** The body of a stream object. */
export function stream(content: string, entries = ''): string {
  return `<< /Length ${Buffer.byteLength(content, 'latin1')} ${entries} >>\nstream\n${content}\nendstream`
}

/** The body of a compressed stream object. */
export function flateStream(content: Buffer, entries = ''): Buffer {
  return deflatedStream(deflateSync(content), entries)
}

/** The body of a stream object whose data are compressed already. */
export function deflatedStream(data: Buffer, entries = ''): Buffer {
  const head = `<< /Length ${data.length} /Filter /FlateDecode ${entries} >>\nstream\n`
  return Buffer.concat([text(head), data, text('\nendstream')])
}

function objectStream(plain: (readonly [number, string | Buffer])[]): Buffer {
  const bodies = plain.map(([, body]) => bytes(body).toString('latin1'))
  let offset = 0
  const header = plain.map(([number], index) => {
    const pair = `${number} ${offset}`
    offset += (bodies[index]?.length ?? 0) + 1
    return pair
  })
  const head = `${header.join(' ')}\n`
  const entries = `/Type /ObjStm /N ${plain.length} /First ${head.length}`
  return flateStream(text(`${head}${bodies.join('\n')}`), entries)
}

function row([type, first, second]: [number, number, number]): Buffer {
  const result = Buffer.alloc(7)
  result.writeUInt8(type, 0)
  result.writeUInt32BE(first, 1)
  result.writeUInt16BE(second, 5)
  return result
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1')
}

function bytes(body: string | Buffer): Buffer {
  return typeof body === 'string' ? text(body) : body
}
