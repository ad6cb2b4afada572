import { describe, expect, test } from '@jest/globals'
import { readTestFile, signaturesOf } from './testing/files.ts'
import { FIELD, SIGNATURE } from './testing/numbers.ts'
import { append, edit, objectText, overwrite, toBytes, toText } from './testing/updates.ts'

const FILE = readTestFile('p384.pdf')
const TEXT = toText(FILE)
const [RANGE = '', START = '', GAP_END = '', LENGTH = ''] =
  /\/ByteRange \[0 (\d+) (\d+) (\d+)\] {20}/.exec(TEXT) ?? []
const HEX_START = Number(START) + 1

async function integrityOf(bytes: Uint8Array): Promise<string> {
  const [signature] = await signaturesOf(bytes)
  return signature?.integrity.status === 'invalid' ? signature.integrity.code : 'intact'
}

/** Writes another array into the space of /ByteRange. */
function withRange(range: string): Uint8Array {
  return overwrite(FILE, RANGE, `/ByteRange ${range}`.padEnd(RANGE.length))
}

function replaceAt(position: number, text: string): Uint8Array {
  return toBytes(TEXT.slice(0, position) + text + TEXT.slice(position + text.length))
}

const plus = (value: string, amount: number) => `${Number(value) + amount}`

describe('/ByteRange is refused if', () => {
  const RANGES: Record<string, string> = {
    'the first range does not start at 0': `[1 ${plus(START, -1)} ${GAP_END} ${LENGTH}]`,
    'the first range begins within the first byte': `[1 ${START} ${GAP_END} ${LENGTH}]`,
    'the gap begins before the string': `[0 ${plus(START, -1)} ${GAP_END} ${LENGTH}]`,
    'the gap begins within the string': `[0 ${plus(START, 1)} ${GAP_END} ${LENGTH}]`,
    'the gap ends after the string': `[0 ${START} ${plus(GAP_END, 1)} ${plus(LENGTH, -1)}]`,
    'the gap ends within the string': `[0 ${START} ${plus(GAP_END, -1)} ${plus(LENGTH, 1)}]`,
    'it ends before the end of the revision': `[0 ${START} ${GAP_END} ${plus(LENGTH, -2)}]`,
    'it ends after the end of the file': `[0 ${START} ${GAP_END} ${plus(LENGTH, 1)}]`,
    'it has no gap': `[0 ${TEXT.length}]`,
    'it has three ranges': `[0 ${START} ${GAP_END} 9 ${plus(GAP_END, 9)} ${plus(LENGTH, -9)}]`,
    'it has an odd count': `[0 ${START} ${GAP_END}]`,
    'it is empty': '[]',
    'it is not an array': '0',
    'a number is negative': `[0 ${START} ${GAP_END} -1]`,
    'a number is a reference': `[0 ${START} ${GAP_END} 3 0 R]`,
    'a number is not an integer': `[0 ${START} ${GAP_END} 1.5]`,
    'it is enormous': `[0 ${START} ${GAP_END} 9999999999999999]`,
  }
  for (const [name, range] of Object.entries(RANGES)) {
    test(name, async () => {
      expect(await integrityOf(withRange(range))).toBe('byte-range')
    })
  }
})

test('/ByteRange is refused if the gap is the /Contents of another signature', async () => {
  const file = readTestFile('approval.pdf')
  const text = toText(file)
  const [jane, john] = [...text.matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\] {20}/g)]
  const end = Number(john?.[2]) + Number(john?.[3])
  const other = `/ByteRange [0 ${jane?.[1]} ${jane?.[2]} ${end - Number(jane?.[2])}]`
  const place = john?.[0] ?? ''
  const [, signature] = await signaturesOf(overwrite(file, place, other.padEnd(place.length)))
  expect(signature?.integrity).toEqual({ status: 'invalid', code: 'byte-range' })
})

describe('/Contents is refused if', () => {
  const end = Number(GAP_END) - 1
  const CONTENTS: Record<string, [Uint8Array, string]> = {
    'white space is between its digits': [replaceAt(HEX_START + 10, ' '), 'byte-range'],
    'a digit follows its padding': [replaceAt(end - 1, '1'), 'byte-range'],
    'an object is hidden in its padding': [replaceAt(end - 2, 'ff'), 'byte-range'],
    'it has an odd count of digits': [replaceAt(end - 1, ' '), 'byte-range'],
  }
  for (const [name, [bytes, code]] of Object.entries(CONTENTS)) {
    test(name, async () => {
      expect(await integrityOf(bytes)).toBe(code)
    })
  }
})

describe('the signed bytes', () => {
  const PLACES: Record<string, [string, string]> = {
    'the version': ['%PDF-1.3', '%PDF-1.4'],
    'the text of a page': ['pay 100', 'pay 900'],
    'the time of signing': ['/M (D', '/N (D'],
    'the trailer': ['/Size 19', '/Size 20'],
  }
  for (const [name, [from, to]] of Object.entries(PLACES)) {
    test(`${name} must not change`, async () => {
      expect(await integrityOf(overwrite(FILE, from, to))).toBe('bytes-changed')
    })
  }

  test('every part of the signature itself is protected', async () => {
    const codes = new Set<string>()
    const size = TEXT.slice(HEX_START).search(/(00){100}/)
    for (let position = HEX_START; position < HEX_START + size; position += 97) {
      codes.add(await integrityOf(replaceAt(position, TEXT[position] === '0' ? '1' : '0')))
    }
    // Bytes of the issuing authorities' digital IDs are not signed: they change the chain, not the integrity.
    expect([...codes].sort()).toEqual(expect.arrayContaining(['unreadable', 'wrong-signature']))
  })
})

describe('the field and its signature', () => {
  /** Universal signature forgery: the dictionary of a signature without what is verified. */
  const FORGERIES: Record<string, [string | RegExp, string]> = {
    'no /Contents': [/\/Contents <[0-9A-Fa-f]+>/, ''],
    'null as /Contents': [/\/Contents <[0-9A-Fa-f]+>/, '/Contents null'],
    'zeroes as /Contents': [/\/Contents <[0-9A-Fa-f]+>/, '/Contents <00>'],
    'no /ByteRange': [/\/ByteRange \[[^\]]*\]/, ''],
    'null as /ByteRange': [/\/ByteRange \[[^\]]*\]/, '/ByteRange null'],
    'the old /ByteRange in a new place': ['/Type /Sig', '/Type /Sig /Name (Mallory)'],
  }
  for (const [name, [from, to]] of Object.entries(FORGERIES)) {
    test(`a replaced dictionary with ${name} is invalid`, async () => {
      expect(await integrityOf(edit(FILE, SIGNATURE, from, to))).toBe('byte-range')
    })
  }

  test('a signature that lost its field is reported', async () => {
    const signatures = await signaturesOf(edit(FILE, FIELD, '/V 17 0 R', ''))
    expect(signatures).toMatchObject([
      { field: '', integrity: { status: 'invalid', code: 'ambiguous' } },
    ])
  })

  test('a signature with another field is ambiguous', async () => {
    const moved = append(FILE, {
      objects: {
        1: objectText(FILE, 1).replace('16 0 R ]', '50 0 R ]'),
        50: objectText(FILE, FIELD).replace('jane', 'john'),
      },
    })
    expect(await integrityOf(moved)).toBe('ambiguous')
  })

  test('a signature with a renamed field is ambiguous', async () => {
    expect(await integrityOf(edit(FILE, FIELD, 'jane', 'john'))).toBe('ambiguous')
  })

  test('a signature of two fields is ambiguous', async () => {
    const both = append(FILE, {
      objects: {
        1: objectText(FILE, 1).replace('16 0 R ]', '16 0 R 50 0 R ]'),
        50: objectText(FILE, FIELD).replace('jane', 'john'),
      },
    })
    const signatures = await signaturesOf(both)
    expect(signatures.map(({ integrity }) => integrity)).toEqual([
      { status: 'invalid', code: 'ambiguous' },
      { status: 'invalid', code: 'ambiguous' },
    ])
  })

  test('two fields that swap their signatures are ambiguous', async () => {
    const file = readTestFile('approval.pdf')
    const swap = (number: number) =>
      objectText(file, number).replace(/\/V (\d+) 0 R/, (_, value) =>
        value === '17' ? `/V ${john} 0 R` : '/V 17 0 R',
      )
    const johnField = Number(/\n(\d+) 0 obj\n<<\n\/FT \/Sig\n\/T \(john\)/.exec(toText(file))?.[1])
    const john = /\/V (\d+) 0 R/.exec(objectText(file, johnField))?.[1]
    const swapped = append(file, {
      objects: { [FIELD]: swap(FIELD), [johnField]: swap(johnField) },
    })
    const signatures = await signaturesOf(swapped)
    expect(signatures.map(({ integrity }) => integrity.status)).toEqual(['invalid', 'invalid'])
  })

  test('a repeated key in the dictionary is ambiguous', async () => {
    const repeated = overwrite(FILE, '/Filter /Adobe.PPKLite', '/M /X  /F /Adobe.PPKLi')
    expect(await integrityOf(repeated)).toBe('ambiguous')
  })

  test.each(['adbe.pkcs7.sha1', 'adbe.x509.rsa_sha1', 'Unknown'])(
    'the format %s is not supported',
    async (format) => {
      const name = '/SubFilter /ETSI.CAdES.detached'
      const other = `/SubFilter /${format}`.padEnd(name.length)
      expect(await integrityOf(overwrite(FILE, name, other))).toBe('unsupported')
    },
  )
})
