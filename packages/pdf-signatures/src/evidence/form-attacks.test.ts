/** Prepared forms with other fields than the envelope, or with something that changes what they show. */

import { formOf } from '@inkproof/pdf-signing/pdf/form-fields'
import {
  array,
  arrayOf,
  dict,
  dictOf,
  name,
  number,
  string,
} from '@inkproof/pdf-signing/pdf/objects'
import { append, open } from '@inkproof/pdf-signing/pdf/open'
import { pagesOf } from '@inkproof/pdf-signing/pdf/pages'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { beforeAll, expect, test } from '@jest/globals'
import {
  type Attack,
  addField,
  drawn,
  numbers,
  type PdfValue,
  remove,
  SCRIPT,
  set,
  setAppearance,
} from '../testing/form-attacks.ts'
import {
  envelopeOf,
  FIELDS,
  fieldOf,
  isAccepted,
  type Pdf,
  type PreparedSample,
  prepareSample,
  widgetOf,
} from '../testing/prepared-form.ts'
import { overwrite } from '../testing/updates.ts'
import { isExpectedForm } from './expected-form.ts'

const { group, list, signature, text } = FIELDS
const FINAL = 'final-signature'

let sample: PreparedSample
beforeAll(async () => {
  sample = await prepareSample(samplePdf({ pages: 2, catalog: '/MarkInfo << /Marked true >>' }))
})

const listField: Attack = (pdf) =>
  arrayOf(pdf, formOf(pdf), 'Fields')?.push(addField(pdf, { T: string('extra') }))

const listed = (pdf: Pdf) => arrayOf(pdf, formOf(pdf), 'Fields')?.toArray() ?? []

const drawnByReaders: Attack = (pdf) => {
  const isMarked = dictOf(pdf, pdf.getCatalog(), 'MarkInfo')?.get('Marked')
  if (isMarked) formOf(pdf)?.set('NeedAppearances', isMarked)
}

/** Puts all fields below another one. */
const nest: Attack = (pdf) => {
  const parent = pdf.register(dict({ FT: name('Tx'), Kids: array(...listed(pdf)) }))
  formOf(pdf)?.set('Fields', array(parent))
}

test.each<[string, Attack]>([
  ['a further field', listField],
  [
    'a field that is listed twice',
    (pdf) => setFields(pdf, [...listed(pdf), ...listed(pdf).slice(0, 1)]),
  ],
  [
    'a further field of the same name',
    (pdf) => setFields(pdf, [...listed(pdf), addField(pdf, { T: string(text) })]),
  ],
  [
    'one field instead of another',
    (pdf) => setFields(pdf, [...listed(pdf).slice(1), addField(pdf, { T: string('extra') })]),
  ],
  ['a field missing', (pdf) => setFields(pdf, listed(pdf).slice(1))],
  ['a further widget of a field', (pdf) => addKid(pdf, text)],
  ['a further button', (pdf) => addKid(pdf, group)],
  ['a widget that is not a field', (pdf) => void addField(pdf, { T: string('extra') })],
  ['a comment', (pdf) => void addField(pdf, { Subtype: name('FreeText') })],
  ['a field as parent', nest],
  ['a widget of another field', setOnWidgetOf(text, 'Parent', list)],
  ['fields shown by readers', drawnByReaders],
  ['an XFA form', (pdf) => formOf(pdf)?.set('XFA', array())],
  ['calculations', (pdf) => formOf(pdf)?.set('CO', array())],
  ['another default appearance', (pdf) => formOf(pdf)?.set('DA', string('/F0 1 Tf 1 g'))],
  ['other resources', (pdf) => formOf(pdf)?.set('DR', dict({}))],
  ['further resources', (pdf) => dictOf(pdf, formOf(pdf), 'DR')?.set('XObject', dict({}))],
  [
    'a further font',
    (pdf) =>
      dictOf(pdf, dictOf(pdf, formOf(pdf), 'DR'), 'Font')?.set('F1', dict({ Type: name('Font') })),
  ],
  ['other flags', (pdf) => formOf(pdf)?.set('SigFlags', number(0))],
  ['no form', (pdf) => pdf.getCatalog().delete('AcroForm')],
])('a form with %s is another one', async (_what, attack) => {
  expect(await isAccepted(sample, attack)).toBe(false)
})

function setFields(pdf: Pdf, fields: PdfValue[]) {
  formOf(pdf)?.set('Fields', array(...fields))
}

function addKid(pdf: Pdf, field: string) {
  arrayOf(pdf, fieldOf(pdf, field), 'Kids')?.push(addField(pdf, {}))
}

function setOnWidgetOf(field: string, key: string, otherField: string): Attack {
  return (pdf) => {
    const parent = widgetOf(pdf, otherField).get(key)
    if (parent) widgetOf(pdf, field).set(key, parent)
  }
}

const lock = (entries: Record<string, PdfValue>): PdfValue =>
  dict({ Type: name('SigFieldLock'), ...entries })

test.each<[string, Attack]>([
  ['a picture', setAppearance(signature, 'N', '0 0 9 9 re f')],
  ['no lock', remove(signature, 'Lock')],
  ['a lock on all fields', set(signature, 'Lock', lock({ Action: name('All') }))],
  [
    'a lock on other fields',
    set(signature, 'Lock', lock({ Action: name('Include'), Fields: array(string(text)) })),
  ],
  [
    'a lock that forbids more',
    (pdf) => dictOf(pdf, fieldOf(pdf, signature), 'Lock')?.set('P', number(1)),
  ],
  ['conditions', set(signature, 'SV', dict({ Type: name('SV') }))],
  ['a value', set(signature, 'V', dict({ Type: name('Sig') }))],
  ['a size of the final signature', set(FINAL, 'Rect', array(...numbers(300, 300, 400, 320)))],
  [
    'the final signature on another page',
    (pdf) => fieldOf(pdf, FINAL).set('P', pagesOf(pdf)[1]?.ref ?? name('None')),
  ],
  [
    'an appearance of the final signature',
    (pdf) => fieldOf(pdf, FINAL).set('AP', dict({ N: drawn(pdf, text, '') })),
  ],
  ['another name of the time-stamp', set('document-time-stamp', 'T', string('time-stamp'))],
])('signature fields with %s are another form', async (_what, attack) => {
  expect(await isAccepted(sample, attack)).toBe(false)
})

/** A link with an action on the first page, below its fields. */
const link =
  (action: Record<string, PdfValue>, entries: Record<string, PdfValue> = {}): Attack =>
  (pdf) => {
    const ref = addField(pdf, { Subtype: name('Link'), A: dict(action), ...entries }, false)
    const page = pagesOf(pdf)[0]?.dict
    page?.set('Annots', array(ref, ...(arrayOf(pdf, page, 'Annots')?.toArray() ?? [])))
  }

test('a form beside a link is the same one', async () => {
  expect(await isAccepted(sample, link({ S: name('GoTo'), D: array() }))).toBe(true)
})

test('a link above the fields, which could cover them, makes another form', async () => {
  const cover: Attack = (pdf) => void addField(pdf, { Subtype: name('Link') })
  expect(await isAccepted(sample, cover)).toBe(false)
})

test.each<[string, Attack]>([
  ['when it is opened', (pdf) => pdf.getCatalog().set('OpenAction', SCRIPT)],
  ['at events', (pdf) => pdf.getCatalog().set('AA', dict({ WP: SCRIPT }))],
  ['by name', (pdf) => pdf.getCatalog().set('Names', dict({ JavaScript: dict({}) }))],
  ['when a page is shown', (pdf) => pagesOf(pdf)[1]?.dict.set('AA', dict({ O: SCRIPT }))],
  ['by a link', link({ S: name('JavaScript'), JS: string('app.alert(1)') })],
  ['after a link', link({ S: name('GoTo'), D: array(), Next: SCRIPT })],
  ['at the pointer', link({ S: name('GoTo'), D: array() }, { AA: dict({ E: SCRIPT }) })],
  [
    'by a link whose action is a stream',
    (pdf) =>
      link(
        {},
        { A: pdf.createStream({ S: name('JavaScript') }, Buffer.from('app.alert(1)')) },
      )(pdf),
  ],
  ['with layers', (pdf) => pdf.getCatalog().set('OCProperties', dict({}))],
])('a form that is changed %s is another one', async (_what, attack) => {
  expect(await isAccepted(sample, attack)).toBe(false)
})

const page =
  (key: string, value: PdfValue): Attack =>
  (pdf) =>
    pagesOf(pdf)[1]?.dict.set(key, value)

const root = (pdf: Pdf) => dictOf(pdf, pdf.getCatalog(), 'Pages')
const node =
  (key: string, value: PdfValue): Attack =>
  (pdf) =>
    root(pdf)?.set(key, value)

/** The pages inherit their size from the root, as in files of earlier releases. */
const inherit: Attack = (pdf) => {
  for (const { dict: own } of pagesOf(pdf)) own.delete('MediaBox')
  node('MediaBox', SIZE)(pdf)
}

/** Makes another node the parent of the second page, which the node does not list. */
const parent =
  (entries: Record<string, PdfValue>): Attack =>
  (pdf) => {
    inherit(pdf)
    page('Parent', pdf.register(dict({ Type: name('Pages'), ...entries })))(pdf)
  }

/** Adds a tree of 41 nodes without pages, of which each lists the next one twice. */
const doubleNodes: Attack = (pdf) => {
  let next = pdf.register(dict({ Type: name('Pages'), Kids: array(), Count: number(0) }))
  for (let depth = 0; depth < 40; depth++)
    next = pdf.register(dict({ Type: name('Pages'), Kids: array(next, next), Count: number(0) }))
  arrayOf(pdf, root(pdf), 'Kids')?.push(next)
}

const SIZE = array(...numbers(0, 0, 595, 842))
const HIGHER = array(...numbers(0, -100, 595, 742))

test.each<[string, Attack, boolean]>([
  ['has another place through its parent', parent({ MediaBox: HIGHER }), false],
  [
    'has another visible part through its parent',
    parent({ MediaBox: SIZE, CropBox: HIGHER }),
    false,
  ],
  ['is turned through its parent', parent({ MediaBox: SIZE, Rotate: number(180) }), false],
  ['is turned by half through its parent', parent({ MediaBox: SIZE, Rotate: number(30) }), false],
  [
    'has no parent',
    (pdf) => {
      inherit(pdf)
      pagesOf(pdf)[1]?.dict.delete('Parent')
    },
    false,
  ],
  ['inherits its size', inherit, true],
  ['has another parent with the same size', parent({ MediaBox: SIZE, Rotate: number(0) }), true],
  ['is turned by 30°', page('Rotate', number(30)), false],
  ['has a rotation that is not a number', page('Rotate', name('None')), false],
  ['says that it is a node', page('Type', name('Pages')), false],
  ['says nothing about its type', (pdf) => pagesOf(pdf)[1]?.dict.delete('Type'), true],
  ['is in a node that says it is a page', node('Type', name('Page')), false],
  ['is in a node with annotations', node('Annots', array()), false],
  ['is in a node with content', node('Contents', array()), false],
  ['is in a node with an own size', node('CropBox', SIZE), true],
  ['is in a node that counts too few', node('Count', number(1)), false],
  ['is beside nodes that list each other twice', doubleNodes, false],
  [
    'is in a node with something else',
    (pdf) => arrayOf(pdf, root(pdf), 'Kids')?.push(array()),
    false,
  ],
])(
  'a form of which a page %s: the same one only if all readers show it alike',
  async (_what, attack, isSame) => {
    expect(await isAccepted(sample, attack)).toBe(isSame)
  },
)

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
/** Replaces what the pattern finds by a text of the same length. */
const replace = (pattern: RegExp, by: string) => {
  const [found = ''] = pattern.exec(toText(sample.bytes)) ?? []
  return overwrite(sample.bytes, found, by.padEnd(found.length))
}

test.each<[string, () => Uint8Array]>([
  ['with another table', () => replace(/xref\n0 /, 'xref\t0 ')],
  ['with a comment in its trailer', () => replace(/trailer\n<<\n/, 'trailer<<%')],
  ['with another header', () => replace(/^%PDF-1.7\n/, '%PDF-1.7\r')],
  [
    'with an object that no entry lists',
    () => replace(/\d{10} 00000 n\r\ntrailer/, '0000000000 00000 f\r\ntrailer'),
  ],
  ['that is encrypted', () => replace(/\/ID \[.*\]/, '/Encrypt 3 0 R')],
  ['with a further section', () => replace(/\/ID \[.*\]/, '/XRefStm 15')],
])('a form in a file %s is another one', async (_what, makeFile) => {
  const bytes = makeFile()
  expect(await isExpectedForm(new Uint8Array(bytes), envelopeOf(bytes, sample.fields))).toBe(false)
})

test('a form in a file with a cross-reference stream is another one', async () => {
  const pdf = await open(sample.bytes)
  pdf.getCatalog().set('Lang', string('en'))
  const bytes = new Uint8Array(await pdf.save({ useXRefStream: true }))
  expect(await isExpectedForm(bytes, envelopeOf(bytes, sample.fields))).toBe(false)
})

test('a form that was prepared in several revisions is another one', async () => {
  const pdf = await open(sample.bytes)
  pdf.getCatalog().set('Lang', string('en'))
  const updated = new Uint8Array(await append(pdf))
  expect(await isExpectedForm(updated, envelopeOf(updated, sample.fields))).toBe(false)
})

test('an envelope with other signers has another form', async () => {
  const bytes = new Uint8Array(sample.bytes)
  const accepts = (...signers: string[]) =>
    isExpectedForm(bytes, envelopeOf(bytes, sample.fields, signers))
  expect(await accepts('richard', 'jane')).toBe(false)
  expect(await accepts('jane')).toBe(false)
  expect(await accepts('jane', 'richard', 'mary')).toBe(false)
})
