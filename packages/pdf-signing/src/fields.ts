/** Checks the requested fields and names them. */
import { SigningError } from './errors.ts'
import type { Rectangle } from './pdf/objects.ts'
import type { Page } from './pdf/pages.ts'

/** Fields of one line of text. */
export const TEXT_TYPES = ['name', 'email', 'company', 'date', 'text', 'number'] as const

/**
 * `signature`: a place for a signature's picture. `initials` and `stamp`: the same for initials and for the stamp of a company.
 * `attachment`: a place for what describes a file, which is not part of the PDF. The first `signature` of a signer is the
 * field of the digital signature; further ones are pictures elsewhere.
 */
export type FieldType =
  | 'signature'
  | 'initials'
  | 'stamp'
  | 'attachment'
  | 'checkbox'
  | 'radio'
  | 'dropdown'
  | (typeof TEXT_TYPES)[number]

/** A field of one signer. `page` is 0-based; the rectangle is in points of the page's user space, before rotation. */
export type RequestedField = {
  type: FieldType
  page: number
  rectangle: Rectangle
  /** Of a `dropdown`: what can be chosen. */
  options?: readonly string[]
  /** Of a `radio` button: one of the signer's buttons with the same number can be selected. */
  group?: number
  /** What is to be entered, for people. All buttons of a group have the same one. */
  label?: string
}

/**
 * A field of a prepared file. `signer` is the 0-based index. A `radio` button is a widget of the field `group`, and `name` is
 * its state "on"; the name is as unique as those of fields.
 */
export type PreparedField = Omit<RequestedField, 'group'> & {
  name: string
  signer: number
  group?: string
}

/** Names of the two fields that no signer owns. */
export const FINAL_SIGNATURE = 'final-signature'
export const DOCUMENT_TIME_STAMP = 'document-time-stamp'

const MAX_SIGNERS = 99
const MAX_FIELDS = 9999
/** The smallest rectangle in which a text of 4 points, a tick or a picture can be seen, in points. */
const MIN_SIDE = 6

/** The name of a signer's digital signature. All names of this function and the next ones have a fixed length. */
export function signatureName(signer: number): string {
  return `signer-${pad(signer, 2)}-signature`
}

/**
 * Names all fields. No name is the beginning of another: pyHanko's difference analysis would confuse them.
 *
 * @throws SigningError `too-many-signers`, `too-many-fields`, `page-out-of-range` or `rectangle-out-of-range` with the index
 *   of the signer and of the field
 */
export function planFields(signers: RequestedField[][], pages: Page[]): PreparedField[] {
  if (signers.length > MAX_SIGNERS) throw new SigningError('too-many-signers')
  return signers.flatMap((fields, signer) => {
    if (fields.length > MAX_FIELDS) throw new SigningError('too-many-fields', [String(signer)])
    const first = fields.findIndex(({ type }) => type === 'signature')
    return fields.map(({ group, ...field }, index) => {
      requirePlace(field, pages, [String(signer), String(index)])
      const name = index === first ? signatureName(signer) : fieldName(signer, index)
      if (group === undefined) return { ...field, name, signer }
      const button = fields.findIndex((other) => other.group === group)
      return { ...field, name, signer, group: groupName(signer, button) }
    })
  })
}

function fieldName(signer: number, index: number): string {
  return `signer-${pad(signer, 2)}-field-${pad(index, 4)}`
}

/** @param button index of the group's first button */
function groupName(signer: number, button: number): string {
  return `signer-${pad(signer, 2)}-group-${pad(button, 4)}`
}

function pad(index: number, length: number): string {
  return String(index + 1).padStart(length, '0')
}

function requirePlace({ page, rectangle }: RequestedField, pages: Page[], details: string[]): void {
  const box = pages[page]?.box
  if (!box) throw new SigningError('page-out-of-range', details)
  const { x, y, width, height } = rectangle
  // Rectangles come from a screen, so they can exceed the page by a rounding error.
  const tolerance = 0.5
  const isInside =
    [x, y, width, height].every(Number.isFinite) &&
    Math.min(width, height) >= MIN_SIDE &&
    x >= box.x - tolerance &&
    y >= box.y - tolerance &&
    x + width <= box.x + box.width + tolerance &&
    y + height <= box.y + box.height + tolerance
  if (!isInside) throw new SigningError('rectangle-out-of-range', details)
}
