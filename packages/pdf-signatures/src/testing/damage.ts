import fc from 'fast-check'
import { isChanged, type PdfSignature } from '../report.ts'
import { check } from './files.ts'
import { toText } from './updates.ts'

export type Damage =
  | { kind: 'replace'; at: number; byte: number }
  | { kind: 'insert'; at: number; bytes: Uint8Array }
  | { kind: 'remove'; at: number; length: number }
  | { kind: 'truncate'; at: number }
  | { kind: 'repeat'; at: number; length: number }

/** Any damage of a file; `at` and `length` are shares of its size. */
export const DAMAGE: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), at: share(), byte: fc.nat(255) }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: share(),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), at: share(), length: share() }),
  fc.record({ kind: fc.constant('truncate' as const), at: share() }),
  fc.record({ kind: fc.constant('repeat' as const), at: share(), length: share() }),
)

export function damage(file: Uint8Array, change: Damage): Uint8Array {
  const at = Math.floor(change.at * file.length)
  const [head, tail] = [file.subarray(0, at), file.subarray(at)]
  const length = 'length' in change ? Math.floor(change.length * tail.length) : 0
  switch (change.kind) {
    case 'replace':
      return join(head, [change.byte], tail.subarray(1))
    case 'insert':
      return join(head, change.bytes, tail)
    case 'remove':
      return join(head, tail.subarray(length))
    case 'truncate':
      return head.slice()
    case 'repeat':
      return join(head, tail.subarray(0, length), tail)
  }
}

/** The ranges that each signature of a file covers, by the order of `/ByteRange`. */
export function rangesOf(file: Uint8Array): { gapStart: number; gapEnd: number; end: number }[] {
  const matches = toText(file).matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)
  return [...matches].map((match) => {
    const [gapStart = 0, gapEnd = 0, length = 0] = match.slice(1).map(Number)
    return { gapStart, gapEnd, end: gapEnd + length }
  })
}

/** The signature in this field, if it is intact. */
export async function intactSignature(
  bytes: Uint8Array,
  field: string,
): Promise<PdfSignature | undefined> {
  const { signatures } = await check(bytes)
  return signatures.find(
    (signature) => signature.field === field && signature.integrity.status === 'intact',
  )
}

/** Whether a reader is told that nothing but what is permitted happened to the signature. */
export function isClean(signature: PdfSignature | undefined): boolean {
  return signature !== undefined && !isChanged(signature)
}

function share() {
  return fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
}

function join(...parts: (Uint8Array | number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}
