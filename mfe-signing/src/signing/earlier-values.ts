import { equal, fromBase64Url, fromHex, toHex } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import type { EarlierValue, Participant } from '@inkproof/protocol/envelopes'
import { appearanceHash, parseAppearance } from '@inkproof/signing/appearance-stream'
import { type Field, isPicture } from '@inkproof/signing/field'
import { SELECTED } from '@inkproof/signing/field-value'
import {
  type HiddenValue,
  hiddenKey,
  isRevealed,
  type RevealedValue,
  revealedAttachment,
  revealedText,
  sortHidden,
} from '@inkproof/signing/hidden-value'
import { t } from '@inkproof/texts/text'
import { type PdfPageSize, shownSize } from '../pdf/page-geometry.ts'
import { type CheckedEnvelope, PreparedDiffers, rectangleOf } from './check-prepared.ts'
import { type FinalValue, labelOfFile } from './final-values.ts'

/**
 * Returns what others have entered before, as it is drawn on the pages, after it was checked: each value belongs to a
 * recipient with a lower order, is complete, and is what its hidden values are the hashes of.
 *
 * @param people who takes part now, of whom some may have taken over
 * @throws PreparedDiffers
 */
export function readEarlier(
  { envelope: { fields, recipients }, recipient }: Pick<CheckedEnvelope, 'envelope' | 'recipient'>,
  pages: readonly PdfPageSize[],
  earlier: readonly EarlierValue[],
  people: readonly Pick<Participant, 'name' | 'original'>[],
): FinalValue[] {
  return refuseUnreadable(() => {
    seenIn(earlier)
    return earlier.map((value) => {
      const field = fields.find(({ id }) => id === value.field)
      const owner = recipients.find(({ id }) => id === field?.recipient)
      const page = field && pages[field.page - 1]
      require(field !== undefined && page !== undefined)
      require(owner !== undefined && owner.order < recipient.order)
      const { appearance, attachment, text } = readContent(field, value)
      const rectangle = rectangleOf(field, page.box)
      if (appearance) parseAppearance(appearance, shownSize(page, rectangle))
      const { name } = people.find(({ original }) => original === owner.id) ?? owner
      const label = describe(field, name, attachment)
      const { id, page: number, type } = field
      return {
        ...{ field: id, type, label, page: number, rectangle, text, appearance },
        ...(attachment && { attachment }),
      }
    })
  })
}

/**
 * Returns the hidden values of what others have entered, in the order in which a statement names them as seen, after each
 * was checked against what is shown.
 *
 * @throws PreparedDiffers
 */
export function seenIn(earlier: readonly EarlierValue[]): HiddenValue[] {
  return refuseUnreadable(() => {
    const seen = earlier.flatMap((value) => {
      const revealed = reveal(value)
      checkStream(value, revealed)
      return value.hidden.map(({ hash, kind }, index) => {
        const hidden = { field: value.field, kind, hash: fromHex(hash) }
        require(isRevealed(hidden, revealed[index] as RevealedValue))
        return hidden
      })
    })
    require(new Set(seen.map(hiddenKey)).size === seen.length)
    return sortHidden(seen)
  })
}

function reveal({ field, hidden }: EarlierValue): RevealedValue[] {
  return hidden.map(({ content, kind, salt }) => ({
    field,
    kind,
    salt: fromBase64Url(salt),
    content: fromBase64Url(content),
  }))
}

/** The stream that is drawn must be the one that the hidden value contains the hash of. */
function checkStream({ appearance }: EarlierValue, revealed: readonly RevealedValue[]): void {
  const named = revealed.find(({ kind }) => kind === 'appearance')
  require((named === undefined) === (appearance === null))
  if (named && appearance !== null)
    require(equal(appearanceHash(fromBase64Url(appearance)), named.content))
}

/** Everything that a statement names as seen must be visible, so a field has exactly the kinds that are drawn. */
function readContent(
  { type }: Field,
  value: EarlierValue,
): Pick<FinalValue, 'text' | 'appearance' | 'attachment'> {
  const { appearance } = value
  const kinds = value.hidden.map(({ kind }) => kind).sort()
  const entered = reveal(value).find(({ kind }) => kind === 'value')
  const text = entered ? revealedText(entered) : ''
  if (type === 'checkbox' || type === 'radio')
    require(kinds.join() === 'value' && text === SELECTED)
  else if (isPicture(type)) require(kinds.join() === 'appearance')
  else if (type === 'attachment') require(kinds.join() === 'appearance,attachment')
  else require(kinds.join() === 'appearance,value')
  const file = reveal(value).find(({ kind }) => kind === 'attachment')
  return {
    text,
    appearance: appearance === null ? null : fromBase64Url(appearance),
    ...(file && { attachment: readFile(file) }),
  }
}

function readFile(revealed: RevealedValue): NonNullable<FinalValue['attachment']> {
  const { fileName, fingerprint } = revealedAttachment(revealed)
  return { fileName, fingerprint: toHex(fingerprint) }
}

/** What was entered, and for whom. */
function describe(
  field: Field,
  name: string,
  attachment: Pick<NonNullable<FinalValue['attachment']>, 'fileName'> | undefined,
): string {
  const entered = t('Entered for {name}', { name })
  if (attachment) return `${entered}. ${labelOfFile(field, attachment.fileName)}`
  return field.label === undefined
    ? entered
    : t('{field}, entered for {name}', { field: field.label, name })
}

function refuseUnreadable<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProofError) require(false)
    throw error
  }
}

function require(condition: boolean): asserts condition {
  if (condition) return
  throw new PreparedDiffers(
    t(
      'What others entered cannot be shown as they signed it, so the document must not be signed. Tell the sender, and contact the operator of this site.',
    ),
  )
}
