/**
 * Checks a prepared file as a reader would see it: only known kinds of actions, annotations and drawings are left. It shares
 * only the list of actions with the code that removes content.
 */
import { type PDF, PdfDict } from '@libpdf/core'
import { UnusablePdf } from '../errors.ts'
import { dictOf, nameOf } from '../pdf/objects.ts'
import { open } from '../pdf/open.ts'
import { walkDicts } from '../pdf/walk.ts'
import { FORBIDDEN_ACTIONS, isAllowedAction } from './actions.ts'

const ACTIVE_KEYS = [
  'JS',
  'JavaScript',
  'AA',
  'OpenAction',
  'XFA',
  'RichMedia',
  'RichMediaContent',
  'Rendition',
  'OCProperties',
  'OC',
  'NeedAppearances',
  'Encrypt',
  'Perms',
  'Alternates',
  'OPI',
  'EF',
  'EmbeddedFiles',
]
/** Annotations of prepared files. `Square`: an inert rest of a removed one, which no page contains. */
const ANNOTATIONS = new Set(['Link', 'Widget', 'Square'])
const DRAWINGS = new Set(['Image', 'Form'])

/**
 * Walks over all reachable objects.
 *
 * @throws UnusablePdf `active-content`
 */
export async function checkContent(bytes: Uint8Array): Promise<void> {
  const pdf = await open(bytes)
  walkDicts(pdf, (found, namedByAuthor) => {
    if (!isAllowed(pdf, found, namedByAuthor)) throw new UnusablePdf('active-content')
  })
}

function isAllowed(pdf: PDF, found: PdfDict, namedByAuthor: boolean): boolean {
  if (found.type === 'stream' && found.has('F')) return false
  if (namedByAuthor) return true
  if (ACTIVE_KEYS.some((key) => found.has(key))) return false
  const type = nameOf(pdf, found, 'Type')
  const subtype = nameOf(pdf, found, 'Subtype') ?? ''
  if (type === 'Annot' && !ANNOTATIONS.has(subtype)) return false
  if (type === 'XObject' && !DRAWINGS.has(subtype)) return false
  return isAllowedAsAction(pdf, found, type)
}

function isAllowedAsAction(pdf: PDF, found: PdfDict, type: string | undefined): boolean {
  const action = dictOf(pdf, found, 'A')
  if (action?.has('S') && !action.has('O') && !isAllowedAction(pdf, action)) return false
  if (type === 'Action')
    return isAllowedAction(pdf, found) && !(found.get('Next') instanceof PdfDict)
  // A structure element (`P`, `K`) can have any name as its type.
  return found.has('K') || found.has('P') || !FORBIDDEN_ACTIONS.has(nameOf(pdf, found, 'S') ?? '')
}
