import { describe, expect, test } from '@jest/globals'
import { changesOf, check, readTestFile, signaturesOf } from './testing/files.ts'
import { CATALOG, editCatalog, PAGE_1, PAGES, TEXT_1 } from './testing/numbers.ts'
import { issueId } from './testing/pki.ts'
import { SIGNATURE_SPACE, signSpace } from './testing/sign.ts'
import {
  append,
  edit,
  lastStartXref,
  objectText,
  stream,
  toBytes,
  toText,
} from './testing/updates.ts'

const FILE = readTestFile('p384.pdf')
const UNREADABLE = ['- unreadable-data']
const FAKE = stream('BT (pay 999) Tj ET')

const plain = (text: string) => toBytes(toText(FILE) + text)
const baseXref = Number(/startxref\s+(\d+)/.exec(toText(FILE))?.[1])

/** Updates that a strict reader and one that repairs files see differently. */
const DAMAGED: Record<string, Uint8Array> = {
  'text after the end': plain('hidden'),
  'objects without a cross-reference section': plain(`${TEXT_1} 0 obj\n${FAKE}\nendobj\n`),
  'only a trailer': plain('trailer\n<< /Root 8 0 R >>\nstartxref\n0\n%%EOF\n'),
  'an update without its end': append(FILE, { objects: { [TEXT_1]: FAKE }, end: '' }),
  'a startxref that is wrong': append(FILE, { objects: { [TEXT_1]: FAKE }, startXref: 5 }),
  'a startxref to the signed section': append(FILE, {
    objects: { [TEXT_1]: FAKE },
    startXref: lastStartXref(toText(FILE)),
  }),
  'a /Prev to itself': append(FILE, { objects: {}, previous: FILE.length }),
  'a /Prev to nowhere': append(FILE, { objects: { [TEXT_1]: FAKE }, previous: 3 }),
  'a /Prev that is a name': append(FILE, { objects: {}, previous: null, trailer: '/Prev /X ' }),
  'no /Prev': append(FILE, { objects: { [TEXT_1]: FAKE }, previous: null }),
  'a repeated key in the trailer': append(FILE, { objects: {}, trailer: '/Root 8 0 R ' }),
  'a cross-reference section in a comment': append(FILE, {
    objects: { [TEXT_1]: FAKE },
    end: `% startxref\n${FILE.length}\n%%EOF\n`,
  }),
  'a hidden cross-reference stream that cannot be read': append(FILE, {
    objects: {},
    trailer: '/XRefStm 5 ',
  }),
  'a hidden cross-reference stream': append(FILE, {
    objects: { 60: stream('\0'.repeat(6), '/Type /XRef /W [1 4 1] /Index [61 1] /Size 100 ') },
    trailer: `/XRefStm ${FILE.length} `,
  }),
}

describe('after a signature, unreadable data is', () => {
  for (const [name, bytes] of Object.entries(DAMAGED)) {
    test(name, async () => {
      const [signature] = await signaturesOf(bytes)
      expect(signature).toMatchObject({ field: 'jane', integrity: { status: 'intact' } })
      expect(await changesOf(bytes)).toEqual(UNREADABLE)
    })
  }
})

describe('cross-reference tricks', () => {
  test('a /Prev that leaves the signature out', async () => {
    const bytes = append(FILE, {
      objects: { [CATALOG]: objectText(FILE, CATALOG) },
      previous: baseXref,
    })
    const signatures = await signaturesOf(bytes)
    expect(signatures.map(({ integrity }) => integrity.status)).not.toContain('intact')
    expect(signatures.length).toBeGreaterThan(0)
  })

  test('an object moved without being written again (shadow attack)', async () => {
    const text = toText(FILE)
    const offset = text.indexOf('\n14 0 obj') + 1
    const bytes = append(FILE, { offsets: { [TEXT_1]: offset } })
    expect(await changesOf(bytes)).toEqual(['- page-changed 1', '- unreadable-data'])
  })

  test('a page that leads to content which was in the file already (hide and replace)', async () => {
    const bytes = edit(FILE, PAGE_1, '/Contents 13 0 R', '/Contents 14 0 R')
    expect(await changesOf(bytes)).toEqual(['- page-changed 1'])
  })

  test('a stream that is longer than signed', async () => {
    const bytes = edit(FILE, TEXT_1, '/Length 46', '/Length 45')
    expect(await changesOf(bytes)).toEqual(['- page-changed 1', '- unreadable-data'])
  })

  test('an object that was missing when it was signed', async () => {
    const shadow = edit(FILE, PAGE_1, '/Contents 13 0 R', '/Contents [13 0 R 70 0 R]')
    expect(await changesOf(append(shadow, { objects: { 70: FAKE } }))).toEqual(['- page-changed 1'])
  })

  test('the same objects in another place and order are no change', async () => {
    const bytes = append(FILE, {
      objects: { [TEXT_1]: objectText(FILE, TEXT_1), [PAGE_1]: objectText(FILE, PAGE_1) },
    })
    expect(await changesOf(bytes)).toEqual([])
  })

  test('a revision whose startxref is not its own', async () => {
    const wrong = append(FILE, { objects: {}, startXref: baseXref })
    const bytes = append(wrong, { objects: { [TEXT_1]: FAKE }, previous: FILE.length })
    expect(await changesOf(bytes)).toEqual(UNREADABLE)
  })

  test('an entry of the signed revision that leads behind its end', async () => {
    const objects = {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R >>',
      6: '<< /Subtype /Widget /FT /Sig /T (sig) /Rect [0 0 0 0] /V 7 0 R >>',
      7: SIGNATURE_SPACE,
    }
    const sign = (offset: number) =>
      signSpace(
        append(toBytes('%PDF-1.7\n'), { objects, offsets: { 5: offset }, previous: null }),
        issueId(),
      )
    const signed = sign(sign(0).length)
    const bytes = append(toBytes(`${toText(signed)}5 0 obj\n${FAKE}\nendobj\n`), {})
    expect(await changesOf(bytes)).toEqual(['- page-changed 1', '- unreadable-data'])
  })

  test.each(['', '\n'])('the end of line %j after the end is no change', async (end) => {
    expect(await changesOf(plain(end))).toEqual([])
  })

  test.each([
    ['more than an end of line', '\n\n\n'],
    ['a space', ' '],
    ['thousands of line ends, behind which some readers no longer find the end', '\n'.repeat(5000)],
  ])('%s after the end is not permitted', async (_, end) => {
    expect(await changesOf(plain(end))).toEqual(['- unreadable-data'])
  })
})

describe('problems', () => {
  test.each([
    ['an empty file', toBytes('')],
    ['text', toBytes('Hello')],
    ['a file that begins elsewhere', toBytes(`\n${toText(FILE)}`)],
    ['half a file', FILE.subarray(0, FILE.length / 2)],
    ['a file without catalog', toBytes(toText(FILE).replaceAll('/Root 1 0 R', '/Root 9 9 R'))],
  ])('%s is unreadable', async (_, bytes) => {
    expect(await check(bytes)).toEqual({ signatures: [], problem: 'unreadable' })
  })

  test('an encrypted file, readable or damaged', async () => {
    const encrypted = append(FILE, { objects: {}, trailer: '/Encrypt 50 0 R ' })
    expect(await check(encrypted)).toEqual({ signatures: [], problem: 'encrypted' })
    const damaged = toBytes('%PDF-1.7\ntrailer << /Encrypt 5 0 R >>')
    expect(await check(damaged)).toEqual({ signatures: [], problem: 'encrypted' })
  })

  test('deep nesting ends early', async () => {
    const nested = '['.repeat(100_000)
    expect(await check(editCatalog(FILE, `/Deep ${nested}`))).toEqual({
      signatures: [],
      problem: 'too-large',
    })
  })

  /** Nodes of which each lists the next one twice: 41 objects, and a tree of 2,199,023,255,551 nodes. */
  const doubled = (entries: string) =>
    Object.fromEntries(
      Array.from({ length: 41 }, (_, depth) => {
        const next = depth < 40 ? `${101 + depth} 0 R` : ''
        return [100 + depth, `<< ${entries} /Kids [${next} ${next}] >>`]
      }),
    )

  test.each([
    [
      'pages',
      append(FILE, {
        objects: {
          [PAGES]: objectText(FILE, PAGES).replace('12 0 R', '12 0 R 100 0 R'),
          ...doubled('/Type /Pages /Count 0'),
        },
      }),
    ],
    [
      'attachments',
      append(editCatalog(FILE, '/Names << /EmbeddedFiles 100 0 R >>'), { objects: doubled('') }),
    ],
  ])('nodes of a tree of %s that list each other twice end early', async (_what, bytes) => {
    expect((await check(bytes)).problem).toBe('too-large')
  })

  test('more than 250 revisions', async () => {
    let bytes = FILE
    for (let count = 0; count < 260; count++) bytes = append(bytes, {})
    expect((await check(bytes)).problem).toBe('too-large')
  })

  test('an enormous count in a cross-reference table', async () => {
    const bytes = append(FILE, { objects: {}, end: '' })
    const text = toText(bytes).replace(
      /xref\n(?=trailer\n<< \/Root 1 0 R \/Size \d+ \/Prev)/,
      'xref\n0 999999999\n',
    )
    const full = `${text}startxref\n${FILE.length}\n%%EOF\n`
    expect((await check(toBytes(full))).problem).toBe('too-large')
  })

  test('a file without signatures has none', async () => {
    expect(await check(toBytes(toText(FILE).slice(0, toText(FILE).indexOf('%%EOF') + 6)))).toEqual({
      signatures: [],
      problem: null,
    })
  })
})
