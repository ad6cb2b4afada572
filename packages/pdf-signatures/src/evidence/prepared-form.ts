/**
 * Compares the form of a prepared file with the fields that everybody signs. What `packages/pdf-signing` writes is described
 * here once more, entry by entry: everything else could be shown differently, or be filled with something else.
 */
import type { Field } from '@inkproof/signing/field'
import { groupButtons } from '@inkproof/signing/field-problem'
import type { PdfDocument } from '../pdf/document.ts'
import { textOf } from '../pdf/text.ts'
import { isType, type PdfValue } from '../pdf/values.ts'
import { formOf } from '../signature-fields.ts'
import { checkboxStates, radioStates } from './button-streams.ts'
import {
  anyOrder,
  arrayOf,
  dictionary,
  exactly,
  hasShape,
  referenceTo,
  type Shape,
  text,
} from './dictionary-shape.ts'
import type { Places } from './field-place.ts'
import { type Node, PreparedWidgets } from './prepared-widgets.ts'

/** The fields of a document, and the IDs of the signers in the order of the envelope. */
export type FormFields = { fields: readonly Field[]; signers: readonly string[] }

type Found = { document: PdfDocument; widgets: PreparedWidgets }
/** Whether a field of the form is as expected. */
type Check = (node: Node, found: Found) => boolean

/** Field flags: Radio (ISO 32000-2, table 229) and Combo (table 233). */
const RADIO = 1 << 15
const COMBO = 1 << 17
/** SignaturesExist and AppendOnly (table 225). */
const SIGNATURE_FLAGS = 3
const APPEARANCE = '/F0 10 Tf 0 g'
/** Types of fields that are text fields in the PDF; a signature is one if it is not the digital one. */
const TEXTS: readonly Field['type'][] = [
  'signature',
  'initials',
  'stamp',
  'attachment',
  'name',
  'email',
  'signing-date',
  'company',
  'text',
  'number',
  'date',
]

/** Whether the form consists of exactly these fields and the signature fields of the request, as they are prepared. */
export function isPreparedForm(places: Places, expected: FormFields): boolean {
  const { document } = places
  const form = formOf(document)
  if (!form || !hasShape(form, FORM, document)) return false
  const found = { document, widgets: new PreparedWidgets(places) }
  return hasFields(document.getItems(form, 'Fields'), expected, found)
}

const FORM: Shape = {
  Fields: (value) => isType(value, 'array'),
  SigFlags: exactly(SIGNATURE_FLAGS),
  DR: dictionary({
    Font: dictionary({
      F0: (font, _entry, document) =>
        isType(font, 'dict') && document.getName(font, 'Type') === 'Font',
    }),
  }),
  DA: text(APPEARANCE),
}

function hasFields(items: readonly PdfValue[], expected: FormFields, found: Found): boolean {
  const checks = checksOf(expected)
  return (
    checks !== null &&
    items.length === checks.size &&
    items.every((item) => {
      const node = found.widgets.nodeOf(item)
      const name = node && textOf(found.document.get(node.dict, 'T'))
      const check = checks.get(name ?? '')
      checks.delete(name ?? '')
      return node !== null && check?.(node, found) === true
    }) &&
    found.widgets.hasNoOthers()
  )
}

/** The check of each field by its name; null if two have the same. */
function checksOf({ fields, signers }: FormFields): Map<string, Check> | null {
  const names = signers.map((_, index) => signatureName(index))
  const digital = names.map((name, index) =>
    fields.find(
      ({ id, recipient, type }) =>
        id === name && recipient === signers[index] && type === 'signature',
    ),
  )
  const values = fields.filter((field) => !digital.includes(field))
  const checks: [string, Check][] = [
    ...values
      .filter(({ group }) => group === undefined)
      .map((field): [string, Check] => [field.id, valueField(field)]),
    ...[...groupButtons(values)].map(([name, buttons]): [string, Check] => [
      name,
      buttonGroup(name, buttons),
    ]),
    ...names.map((name, index): [string, Check] => {
      const own = values.filter(({ recipient }) => recipient === signers[index])
      return [name, signatureField(name, own, digital[index])]
    }),
    [FINAL_SIGNATURE, signatureField(FINAL_SIGNATURE, values)],
    [DOCUMENT_TIME_STAMP, signatureField(DOCUMENT_TIME_STAMP, [])],
  ]
  const byName = new Map(checks)
  return byName.size === checks.length ? byName : null
}

function valueField(field: Field): Check {
  if (field.type === 'checkbox') return checkbox(field)
  if (field.type === 'dropdown') {
    const options = (field.validation.options ?? []).map(text)
    return fieldWithWidget(field, {
      FT: exactly('/Ch'),
      Ff: exactly(COMBO),
      Opt: arrayOf(options),
    })
  }
  return TEXTS.includes(field.type) ? fieldWithWidget(field, { FT: exactly('/Tx') }) : () => false
}

/** A field with one widget, which shows nothing yet. */
function fieldWithWidget(field: Field, type: Shape): Check {
  const shape = {
    ...type,
    T: text(field.id),
    ...tooltip(field),
    DA: text(APPEARANCE),
    Kids: arrayOf([() => true]),
  }
  return ({ dict, id }, { document, widgets }) => {
    if (!hasShape(dict, shape, document)) return false
    const widget = widgets.nodeOf(document.getItems(dict, 'Kids')[0])
    if (!widget) return false
    return widgets.isWidget(widget, field, (page) => ({
      Parent: referenceTo(id),
      AP: dictionary({ N: widgets.draws('', widget, page) }),
    }))
  }
}

/** Field and widget in one. */
function checkbox(field: Field): Check {
  return (node, { widgets }) =>
    widgets.isWidget(node, field, (page) => ({
      FT: exactly('/Btn'),
      T: text(field.id),
      ...tooltip(field),
      V: exactly('/Off'),
      AS: exactly('/Off'),
      AP: dictionary({
        N: dictionary({
          Yes: widgets.draws((size) => checkboxStates(size).on, node, page),
          Off: widgets.draws((size) => checkboxStates(size).off, node, page),
        }),
      }),
    }))
}

/** One field whose widgets are the buttons. */
function buttonGroup(name: string, buttons: readonly Field[]): Check {
  const shape = {
    FT: exactly('/Btn'),
    T: text(name),
    ...tooltip(buttons[0]),
    Ff: exactly(RADIO),
    V: exactly('/Off'),
    Kids: arrayOf(buttons.map(() => () => true)),
  }
  return ({ dict, id }, found) => {
    if (!hasShape(dict, shape, found.document)) return false
    const kids = found.document.getItems(dict, 'Kids').map((kid) => found.widgets.nodeOf(kid))
    return buttons.every((field, index) => {
      const kid = kids[index]
      return kid ? isButton(kid, id, field, found) : false
    })
  }
}

function isButton(node: Node, group: string, field: Field, { widgets }: Found): boolean {
  return widgets.isWidget(node, field, (page) => ({
    Parent: referenceTo(group),
    AS: exactly('/Off'),
    AP: dictionary({
      N: dictionary({
        [field.id]: widgets.draws((size) => radioStates(size).on, node, page),
        Off: widgets.draws((size) => radioStates(size).off, node, page),
      }),
    }),
  }))
}

/** Field and widget in one. It locks fields, and shows nothing yet at the place of its field, if it has one. */
function signatureField(name: string, locked: readonly Field[], place?: Field): Check {
  const shape = { FT: exactly('/Sig'), T: text(name), ...tooltip(place), ...lockOf(locked) }
  return (node, { widgets }) => {
    if (!place) return widgets.isInvisible(node, shape)
    return widgets.isWidget(node, place, (page) => ({
      ...shape,
      AP: dictionary({ N: widgets.draws('', node, page) }),
    }))
  }
}

/** What readers call a field instead of its name; the buttons of a group have the same. */
function tooltip(field: Field | undefined): Shape {
  return field?.label === undefined ? {} : { TU: text(field.label) }
}

function lockOf(fields: readonly Field[]): Shape {
  if (fields.length === 0) return {}
  const names = new Set(fields.map(({ group, id }) => group ?? id))
  const lock = {
    Type: exactly('/SigFieldLock'),
    Action: exactly('/Include'),
    Fields: anyOrder([...names]),
  }
  return { Lock: dictionary(lock) }
}

/** The names that `packages/pdf-signing` gives to the fields of digital signatures. */
const FINAL_SIGNATURE = 'final-signature'
const DOCUMENT_TIME_STAMP = 'document-time-stamp'

function signatureName(index: number): string {
  return `signer-${String(index + 1).padStart(2, '0')}-signature`
}
