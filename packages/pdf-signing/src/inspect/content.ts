/** What an upload contains apart from its pages, and which fonts it lacks. */
import type { PDF, PdfDict } from '@libpdf/core'
import { UnusablePdf } from '../errors.ts'
import { formOf } from '../pdf/form-fields.ts'
import { arrayOf, dictOf, nameOf, resolve, stringOf } from '../pdf/objects.ts'
import { walkDicts } from '../pdf/walk.ts'

/** What `prepare` removes or, for comments and form fields, draws onto the pages. */
export type Removable = 'scripts' | 'actions' | 'xfa' | 'layers' | 'attachments' | 'annotations'

export type Content = { removable: Removable[]; missingFonts: string[] }

/** Annotations that `prepare` keeps, or removes without a loss. */
const PLAIN_ANNOTATIONS = new Set(['Link', 'Widget', 'Popup'])

/**
 * Finds removable content and fonts that are not embedded, whose text looks different on other devices.
 *
 * @throws UnusablePdf `hidden-layers`
 */
export function inspectContent(pdf: PDF): Content {
  const removable = new Set<Removable>()
  const missingFonts = new Set<string>()
  if (formOf(pdf)?.has('XFA')) removable.add('xfa')
  walkDicts(pdf, (found) => {
    for (const kind of removableKinds(pdf, found)) removable.add(kind)
    if (isHidingLayers(pdf, found)) throw new UnusablePdf('hidden-layers')
    if (nameOf(pdf, found, 'Type') === 'Font' && !isEmbedded(pdf, found))
      missingFonts.add(nameOf(pdf, found, 'BaseFont') ?? '')
  })
  return { removable: [...removable].sort(), missingFonts: [...missingFonts].sort() }
}

function removableKinds(pdf: PDF, found: PdfDict): Removable[] {
  const action = nameOf(pdf, found, 'S')
  const subtype = nameOf(pdf, found, 'Subtype')
  const isAnnotation = found.has('Rect') && subtype && !PLAIN_ANNOTATIONS.has(subtype)
  return [
    ...(found.has('JS') || found.has('JavaScript') ? ['scripts' as const] : []),
    ...(found.has('AA') || found.has('OpenAction') || action === 'Launch'
      ? ['actions' as const]
      : []),
    ...(found.has('OCProperties') ? ['layers' as const] : []),
    ...(nameOf(pdf, found, 'Type') === 'EmbeddedFile' || found.has('EF')
      ? ['attachments' as const]
      : []),
    ...(isAnnotation ? ['annotations' as const] : []),
  ]
}

/**
 * Whether the layers (ISO 32000-2, 8.11) hide anything in some view. Without the layers, such content would be shown, or be
 * shown only to some readers.
 */
function isHidingLayers(pdf: PDF, found: PdfDict): boolean {
  const properties = dictOf(pdf, found, 'OCProperties')
  if (properties) {
    const configuration = dictOf(pdf, properties, 'D')
    const base = nameOf(pdf, configuration, 'BaseState') ?? 'ON'
    const off = arrayOf(pdf, configuration, 'OFF')?.length ?? 0
    return base !== 'ON' || off > 0
  }
  if (nameOf(pdf, found, 'Type') === 'OCMD')
    return found.has('VE') || ['AllOff', 'AnyOff'].includes(nameOf(pdf, found, 'P') ?? 'AnyOn')
  return nameOf(pdf, found, 'Type') === 'OCG' && isUsageOff(pdf, found)
}

function isUsageOff(pdf: PDF, group: PdfDict): boolean {
  const usage = dictOf(pdf, group, 'Usage')
  return ['View', 'Print', 'Export'].some(
    (event) => nameOf(pdf, dictOf(pdf, usage, event), `${event}State`) === 'OFF',
  )
}

/** Composite fonts are embedded by their descendants, Type 3 fonts by their glyph procedures. */
function isEmbedded(pdf: PDF, font: PdfDict): boolean {
  if (['Type0', 'Type3'].includes(nameOf(pdf, font, 'Subtype') ?? '')) return true
  const descriptor = dictOf(pdf, font, 'FontDescriptor')
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key))
}

/** The title of the document information, or undefined. */
export function titleOf(pdf: PDF): string | undefined {
  const information = resolve(pdf, pdf.context.info.trailer.get('Info'))
  const title = information?.type === 'dict' ? stringOf(pdf, information as PdfDict, 'Title') : ''
  return title?.trim() || undefined
}
