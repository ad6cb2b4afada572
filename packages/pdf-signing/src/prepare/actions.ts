/** Which actions (ISO 32000-2, 12.6) may stay in a prepared file: links within it, and to addresses that readers can see. */
import type { PDF, PdfDict } from '@libpdf/core'
import { nameOf, stringOf } from '../pdf/objects.ts'

const ADDRESS = /^(https?:\/\/|mailto:)/i
const NAVIGATION = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage']

/** Every type of action except GoTo, URI and Named. */
export const FORBIDDEN_ACTIONS = new Set([
  'GoToR',
  'GoToE',
  'GoToDp',
  'Launch',
  'Thread',
  'Sound',
  'Movie',
  'Hide',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'JavaScript',
  'SetOCGState',
  'Rendition',
  'GoTo3DView',
  'RichMediaExecute',
])

/** Whether an action may stay. Actions that follow it (`Next`) are removed separately. */
export function isAllowedAction(pdf: PDF, action: PdfDict): boolean {
  switch (nameOf(pdf, action, 'S')) {
    case 'GoTo':
      return true
    case 'URI':
      return ADDRESS.test(stringOf(pdf, action, 'URI') ?? '')
    case 'Named':
      return NAVIGATION.includes(nameOf(pdf, action, 'N') ?? '')
    default:
      return false
  }
}
