/** Reads what the fields of a finished PDF contain and show, compared with the prepared file. */
import type { Field } from '@inkproof/signing/field'
import { Comparison } from '../changes/comparison.ts'
import { digest } from '../cms/encoding.ts'
import { PdfDocument } from '../pdf/document.ts'
import type { PdfFile } from '../pdf/file.ts'
import { textOf } from '../pdf/text.ts'
import { isName, isType, type PdfDict, type PdfStream, type PdfValue } from '../pdf/values.ts'
import { type FieldNode, readFields } from '../signature-fields.ts'
import { isAtPlace, readPlaces, uprightSize } from './field-place.ts'

/**
 * The value of a field, and the SHA-256 of its appearance stream if that is not the prepared one. A text that is not drawn, which
 * some software shows and some does not, has an appearance that nobody signed.
 */
export type FieldContent = { value?: string; appearance?: Uint8Array }

type Revisions = { before: PdfDocument; after: PdfDocument }

/** Where a stream is encoded may change; everything else in its dictionary determines what it shows. */
const ENCODING = ['Length', 'Filter', 'DecodeParms']
/** References of a node to others, which the comparison of the whole form checks. */
const LINKS = ['Kids', 'Parent', 'P']
/** No stream has this digest, so that it equals none that anybody signed. */
const UNUSABLE = new Uint8Array(32)
/** The state of buttons that are not selected (ISO 32000-2, 12.7.5.2.3), and the flag of radio buttons (table 229). */
const OFF = 'Off'
const RADIO = 1 << 15

/**
 * Returns the content of all fields by name; only what differs from the prepared file is an appearance.
 *
 * @param prepared the last revision of the prepared file
 * @param added the fields of the request by name, of which those that the prepared file lacks were added with a signature
 */
export async function readFieldContent(
  file: PdfFile,
  prepared: number,
  added: ReadonlyMap<string, Field>,
): Promise<Map<string, FieldContent>> {
  const documents: Revisions = {
    before: new PdfDocument(file, prepared),
    after: new PdfDocument(file, file.revisions.length - 1),
  }
  const [old, nodes] = [readFields(documents.before), readFields(documents.after)]
  const content = new Map<string, FieldContent>()
  for (const field of nodes.values()) {
    if (field.field !== field.id) continue
    const widgets = [...nodes.values()].filter((node) => isWidgetOf(field, node))
    const request = old.has(field.id) ? undefined : added.get(field.name)
    const isUsable = request !== undefined || isFilledOnly(field, widgets, old, documents)
    for (const part of partsOf(field, widgets, old, documents)) {
      const appearance = request
        ? await newAppearance(part.widgets, request, documents.after)
        : await changedAppearance(part.widgets, old, documents)
      add(part, isUsable && !isUndrawn(field, part, appearance) ? appearance : UNUSABLE)
    }
  }
  return content

  function add({ name, value }: Part, appearance: Uint8Array | null): void {
    const shown = content.has(name) ? UNUSABLE : appearance
    content.set(name, { ...(value !== null && { value }), ...(shown && { appearance: shown }) })
  }
}

/** Whether a field contains a text, but shows what it did when it was empty. */
function isUndrawn(field: FieldNode, { value }: Part, appearance: Uint8Array | null): boolean {
  return field.fieldType !== 'Btn' && appearance === null && Boolean(value)
}

/** What has a value of its own. */
type Part = { name: string; widgets: FieldNode[]; value: string | null }

/**
 * Of a group of radio buttons each button, by the name of its state "on" in the prepared file, because a later file could rename
 * it; of all other fields the field.
 */
function partsOf(
  field: FieldNode,
  widgets: FieldNode[],
  old: ReadonlyMap<string, FieldNode>,
  { after, before }: Revisions,
): Part[] {
  const flags = after.get(field.dict, 'Ff')
  const isGroup = field.fieldType === 'Btn' && typeof flags === 'number' && (flags & RADIO) !== 0
  if (!isGroup) return [{ name: field.name, widgets, value: contentOf(field, widgets, after) }]
  const selected = stateOf(after.get(field.dict, 'V'))
  const names = widgets.map(({ id }) => {
    const prepared = old.get(id)
    return (prepared && onState(prepared, before)) ?? field.name
  })
  return widgets.map((widget, index) => {
    const name = names[index] ?? field.name
    const shown = after.getName(widget.dict, 'AS')
    const isSame = shown === (selected === name ? name : OFF)
    const isKnown = selected === OFF || names.includes(selected)
    const value = shown === OFF ? '' : '1'
    const isConsistent = isSame && isKnown
    return { name, widgets: [widget], value: isConsistent ? value : `${selected}, not ${shown}` }
  })
}

/** The only state of a button besides "off"; null if it has none or several. */
function onState({ dict }: FieldNode, document: PdfDocument): string | null {
  const appearances = document.getDict(dict, 'AP')
  const states = appearances && document.getDict(appearances, 'N')
  const [first, ...others] = [...(states?.entries.keys() ?? [])].filter((key) => key !== OFF)
  return first === undefined || others.length > 0 ? null : first
}

/**
 * Whether a prepared field differs only in what filling writes, and its value has the type that filling gives it. Software shows
 * other entries instead of these, such as the indices of the chosen options (`I`) or a value of the widget itself, and accepts
 * values of other types.
 */
function isFilledOnly(
  field: FieldNode,
  widgets: FieldNode[],
  old: ReadonlyMap<string, FieldNode>,
  documents: Revisions,
): boolean {
  if (field.fieldType === 'Sig') return true
  const isButton = field.fieldType === 'Btn'
  const value = documents.after.get(field.dict, 'V')
  if (value !== null && !(isButton ? isName(value) : isType(value, 'string'))) return false
  const comparison = new Comparison(documents.before, documents.after, NO_ANCHORS)
  return [...new Set([field, ...widgets])].every((node) => {
    const before = old.get(node.id)
    const allowed = [
      ...(node === field ? ['V', 'Ff'] : []),
      ...(widgets.includes(node) ? [isButton ? 'AS' : 'AP'] : []),
    ]
    return (
      before !== undefined &&
      comparison.changedKeys(before.dict, node.dict, LINKS).every((key) => allowed.includes(key))
    )
  })
}

function isWidgetOf(field: FieldNode, node: FieldNode): boolean {
  return node.field === field.id && node.dict.entries.has('Rect')
}

/** A signature field has no value; a selected button has `1`. */
function contentOf(field: FieldNode, widgets: FieldNode[], document: PdfDocument): string | null {
  if (field.fieldType === 'Sig') return null
  const value = document.get(field.dict, 'V')
  if (field.fieldType !== 'Btn') return textOf(value) ?? ''
  const state = stateOf(value)
  const shown = widgets.map(({ dict }) => document.getName(dict, 'AS'))
  if (shown.some((name) => name !== state)) return `${state}, not ${shown.join()}`
  return state === OFF ? '' : '1'
}

function stateOf(value: PdfValue): string {
  return isName(value) ? value.name : OFF
}

async function changedAppearance(
  widgets: FieldNode[],
  old: Map<string, FieldNode>,
  documents: Revisions,
): Promise<Uint8Array | null> {
  const changed = widgets.flatMap(({ dict, id }) => {
    const before = old.get(id)?.dict.entries.get('AP')
    const after = dict.entries.get('AP')
    const comparison = new Comparison(documents.before, documents.after, NO_ANCHORS)
    return comparison.isSame(before, after) ? [] : [{ before, after, comparison }]
  })
  const [first, ...others] = changed
  if (!first) return null
  if (others.length > 0) return UNUSABLE
  return await streamDigest(first.before, first.after, first.comparison)
}

/** Only the data of the normal appearance may differ from the prepared one, which has the same place and size. */
async function streamDigest(
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  comparison: Comparison,
): Promise<Uint8Array> {
  const old = normalAppearance(before, comparison.before)
  const stream = normalAppearance(after, comparison.after)
  if (!old || !stream || comparison.changedKeys(old.dict, stream.dict, ENCODING).length > 0)
    return UNUSABLE
  const data = comparison.after.decodedOrNull(stream)
  return data ? await digest('SHA-256', new Uint8Array(data)) : UNUSABLE
}

/** A new field has the place that the request says, and shows the whole content stream there. */
async function newAppearance(
  widgets: FieldNode[],
  field: Field,
  document: PdfDocument,
): Promise<Uint8Array> {
  const [widget, ...others] = widgets
  const stream = widget && normalAppearance(widget.dict.entries.get('AP'), document)
  if (!stream || others.length > 0) return UNUSABLE
  const places = readPlaces(document)
  const page = places.pages[field.page - 1]
  const isShown = page && uprightSize(stream, widget.dict, page.dict, document) !== null
  if (!isShown || !isAtPlace(widget, field, places)) return UNUSABLE
  const data = document.decodedOrNull(stream)
  return data ? await digest('SHA-256', new Uint8Array(data)) : UNUSABLE
}

function normalAppearance(value: PdfValue | undefined, document: PdfDocument): PdfStream | null {
  const appearances = document.resolve(value)
  if (!isType(appearances, 'dict') || !hasOnlyNormal(appearances)) return null
  const stream = document.get(appearances, 'N')
  return isType(stream, 'stream') ? stream : null
}

function hasOnlyNormal({ entries, hasDuplicates }: PdfDict): boolean {
  return !hasDuplicates && [...entries.keys()].every((key) => key === 'N')
}

const NO_ANCHORS = { pages: new Set<number>(), widgets: new Set<number>() }
