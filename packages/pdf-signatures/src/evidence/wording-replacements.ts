/** Formats hand-overs, and names and addresses that the sender changed. Values come from the file and are made safe to show. */
import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import type { Replacement } from '@inkproof/signing/replacements'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import type { Texts } from '@inkproof/texts/make-texts'
import { formatDigitalId, type Zone } from '../wording-values.ts'
import type { RequestCheck } from './verify-request.ts'
import type { FormattedLine } from './wording-people.ts'

/** Formats who replaced whom, in order; empty if nobody did. */
export function formatReplacements(
  { replacements = [], verdict }: RequestCheck,
  texts: Texts,
  zone: Zone,
): FormattedLine[] {
  const isConfirmed = verdict === 'verified'
  return replacements.map((replacement, index) => {
    const { sentence, title } = formatReplacement(replacement, texts, zone)
    const unconfirmed = texts.t('This is stated in the file, not confirmed.')
    return {
      id: `replacement-${index}`,
      outcome: isConfirmed ? 'passed' : 'not checked',
      title,
      sentence: isConfirmed ? sentence : `${sentence} ${unconfirmed}`,
      values: [],
    }
  })
}

type Formatted = Pick<FormattedLine, 'title' | 'sentence'>

function formatReplacement(replacement: Replacement, texts: Texts, zone: Zone): Formatted {
  const { t } = texts
  const time = formatDateTime(replacement.time, { zone, showZone: true })
  const before = makeSafe(replacement.before, texts)
  const after = makeSafe(replacement.after, texts)
  if (replacement.type === 'handed-over')
    return {
      title: t('{name} handed over to {person}', { name: before.name, person: after.name }),
      sentence: t('{before} handed the request over to {after} on {time}.', {
        before: before.entry,
        after: after.entry,
        time,
      }),
    }
  const isNamed = before.name === after.name
  const [from, to] = isNamed ? [before.email, after.email] : [before.entry, after.entry]
  const values = { before: from, after: to, time }
  return {
    title: isNamed
      ? t('The address of {name} was corrected', { name: after.name })
      : t('The name of {name} was corrected', { name: after.name }),
    sentence: replacement.isAfterStatement
      ? t(
          'The sender corrected it from {before} to {after} on {time}. Others had already signed, and what they signed names the old address. According to the service, no e-mail had reached it.',
          values,
        )
      : t(
          'The sender corrected it from {before} to {after} on {time}, before anyone had signed.',
          values,
        ),
  }
}

const MAX_LENGTH = 200

function makeSafe(person: Replacement['before'], { t }: Texts) {
  const withheld = t('(not disclosed)')
  const name = person.name === '' ? withheld : formatDigitalId(person)
  if (person.email === '') return { name, email: withheld, entry: name }
  const email = sanitizeForDisplay(person.email, MAX_LENGTH)
  return { name, email, entry: `${name} (${email})` }
}
