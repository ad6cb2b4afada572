/** Reads what the fields of a finished PDF contain and show, compared with the prepared file. */
import type { Field } from '@inkproof/signing/field'
import { Comparison } from '../changes/comparison.ts'
import { digest } from '../cms/encoding.ts'
import { PdfDocument } from '../pdf/document.ts'
import type { PdfFile } from '../pdf/file.ts'
import { textOf } from '../pdf/text.ts'
import { isName, isType, type PdfDict, type PdfStream, type PdfValue } from '../pdf/values.ts'
import { type FieldNode, readFields } from '../signature-fields.ts'
import { isPlacedAs } from './field-place.ts'

/** The value of a field, and the SHA-256 of its appearance stream if that is not the prepared one. */
export type FieldContent = { value?: string; appearance?: Uint8Array }

type Revisions = { before: PdfDocument; after: PdfDocument }

/** Where a stream is encoded may change; everything else in its dictionary determines what it shows. */
const ENCODING = ['Length', 'Filter', 'DecodeParms']
/** No stream has this digest, so that it equals none that anybody signed. */
const UNUSABLE = new Uint8Array(32)

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
    const appearance = request
      ? await newAppearance(widgets, request, documents.after)
      : await changedAppearance(widgets, old, documents)
    const value = contentOf(field, widgets, documents.after)
    const isRepeated = content.has(field.name)
    content.set(field.name, {
      ...(value !== null && { value }),
      ...(appearance && { appearance: isRepeated ? UNUSABLE : appearance }),
    })
  }
  return content
}

function isWidgetOf(field: FieldNode, node: FieldNode): boolean {
  return node.field === field.id && node.dict.entries.has('Rect')
}

/** A signature field has no value; a selected button has `1`. */
function contentOf(field: FieldNode, widgets: FieldNode[], document: PdfDocument): string | null {
  if (field.fieldType === 'Sig') return null
  const value = document.get(field.dict, 'V')
  if (field.fieldType !== 'Btn') return textOf(value) ?? ''
  const state = isName(value) ? value.name : 'Off'
  const shown = widgets.map(({ dict }) => document.getName(dict, 'AS') ?? 'Off')
  if (shown.some((name) => name !== state)) return `${state}, shown as ${shown.join()}`
  return state === 'Off' ? '' : '1'
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
  if (!stream || others.length > 0 || !isPlacedAs(widget, stream, field, document)) return UNUSABLE
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
