/** Which texts of the sender cannot be drawn into their fields, as the finished document would show them. */
import { t } from '@inkproof/texts/text'
import { renderField } from '../appearance/render-field.ts'
import { MissingCharacters, TextDoesNotFit } from '../appearance/text-errors.ts'
import { type PdfPageSize, shownSize } from '../pdf/page-geometry.ts'
import { withDecimalPoint } from '../values/decimal.ts'
import { type Draft, ME, type PlacedField } from './draft.ts'
import { fieldsOf } from './draft-recipients.ts'
import { optionsOf, presetOf } from './settings-problem.ts'

/** A text that a field shows or can show, with the size of the field as shown, in points. */
export type PlacedText = { field: string; text: string; size: { width: number; height: number } }

/** Problems by the ID of their field, as sentences. */
export type Undrawable = ReadonlyMap<string, string>

/** @param email of the session; null for visitors */
export function textsOf(
  draft: Draft,
  email: string | null,
  pages: readonly PdfPageSize[],
): PlacedText[] {
  return fieldsOf(draft).flatMap((field) => {
    const page = pages[field.page - 1]
    if (page === undefined) return []
    const size = shownSize(page, field.rectangle)
    return textsIn(field, draft, email)
      .filter((text) => text !== '')
      .map((text) => ({ field: field.id, text, size }))
  })
}

function textsIn(field: PlacedField, draft: Draft, email: string | null): string[] {
  const { recipient, type, value } = field
  const owner = draft.recipients.find(({ id }) => id === recipient)
  switch (type) {
    case 'name':
      return [(recipient === ME ? draft.signerName : (owner?.name ?? '')).trim()]
    case 'email':
      return [recipient === ME ? (email ?? '') : (owner?.email ?? '').trim()]
    case 'signing-date':
      return [new Date().toLocaleDateString('sv')]
    case 'dropdown':
      return optionsOf(field)
    case 'attachment':
      return [SHORTEST_OF_FILE]
    case 'text':
    case 'company':
    case 'number':
    case 'date': {
      if (recipient !== ME) return [presetOf(field) ?? '']
      const text = value?.kind === 'text' ? value.text : ''
      return [(type === 'number' ? withDecimalPoint(text) : text).trim()]
    }
    default:
      return []
  }
}

/** At least this much of a file is shown (attached-file.ts), with the widest digits of the hash. */
const SHORTEST_OF_FILE = 'SHA-256 dddddddd…'

/**
 * Draws the texts, and returns what is wrong with the first one of each field. A text whose font cannot be loaded has no problem: it is
 * drawn again when it is signed.
 *
 * @param known what was found before; texts that are not in it are added
 */
export async function findUndrawable(
  texts: readonly PlacedText[],
  known: Map<string, string | null>,
): Promise<Undrawable> {
  const problems = new Map<string, string>()
  for (const { field, size, text } of texts) {
    const key = `${size.width} ${size.height} ${text}`
    if (!known.has(key)) await draw(text, size).then((found) => known.set(key, found), ignore)
    const problem = known.get(key) ?? null
    if (problem !== null && !problems.has(field)) problems.set(field, problem)
  }
  return problems
}

/** Returns why the text cannot be drawn, as a sentence; null if it can. */
async function draw(text: string, size: PlacedText['size']): Promise<string | null> {
  try {
    await renderField({ type: 'text', value: text, size })
    return null
  } catch (error) {
    if (error instanceof MissingCharacters)
      return t('These characters cannot be written into the PDF: {characters}. Remove them.', {
        characters: error.characters.join(' '),
      })
    if (!(error instanceof TextDoesNotFit)) throw error
    return t('“{text}” does not fit in this field. Make the field larger or the text shorter.', {
      text: text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text,
    })
  }
}

const SHOWN_LENGTH = 30

function ignore(): void {}
