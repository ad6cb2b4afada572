/** Encodes ASN.1 in DER (ITU-T X.690), only as far as the tests need it. */

export function tlv(tag: number, ...parts: (Uint8Array | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const digits = body.length.toString(16)
  const length = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

export const sequence = (...parts: (Uint8Array | number[])[]) => tlv(0x30, ...parts)
export const set = (...parts: Uint8Array[]) => tlv(0x31, ...parts.sort(Buffer.compare))
export const integer = (value: number) => tlv(2, value > 127 ? [0, value] : [value])
export const octets = (bytes: Uint8Array | number[]) => tlv(4, bytes)
export const bits = (bytes: Uint8Array | number[]) => tlv(3, [0], bytes)
export const TRUE = tlv(1, [0xff])

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tlv(6, [first * 40 + second, ...rest.flatMap(base128)])
}

export function generalizedTime(time: Date): Buffer {
  const digits = time.toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return tlv(0x18, Buffer.from(`${digits}Z`))
}

/** A name with only a common name. */
export function distinguishedName(name: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(name)))))
}

function base128(value: number): number[] {
  const digits = [value & 127]
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 127) | 128)
  return digits
}
