import type { Step, VerdictCode } from '@inkproof/proof/verdict'
import type { Verification } from '@inkproof/proof/verify'
import { t } from '@inkproof/texts/text'
import type { BadgeTone } from '@inkproof/ui/badge'
import type { CheckItem } from '@inkproof/ui/check-list'
import type { VerdictKind } from '@inkproof/ui/verdict'

/** How each verdict of the verifier looks. */
export const VERDICT_KINDS: Record<VerdictCode, VerdictKind> = {
  certified: 'certified',
  changed: 'changed',
  revoked: 'revoked',
  superseded: 'superseded',
  failed: 'failed',
  untrusted: 'untrusted',
  'not-yet-anchored': 'not-anchored',
  'cannot-be-checked': 'cannot-check',
}

/** A word for a table's cell. */
export const VERDICT_WORDS: Record<VerdictCode, { word: string; tone: BadgeTone }> = {
  certified: { word: t('Certified'), tone: 'success' },
  changed: { word: t('Changed'), tone: 'danger' },
  revoked: { word: t('Revoked'), tone: 'danger' },
  superseded: { word: t('Superseded'), tone: 'danger' },
  failed: { word: t('Failed'), tone: 'danger' },
  untrusted: { word: t('Consistent'), tone: 'warning' },
  'not-yet-anchored': { word: t('Not yet on the blockchain'), tone: 'accent' },
  'cannot-be-checked': { word: t('Cannot be checked'), tone: 'warning' },
}

/**
 * The verdict as it is shown: with the record's name and the short part of its key, where the exact
 * sentence, which reports carry, has all of the key. The whole key stands below.
 */
export function shownSentence({ verdict, facts }: Verification): string {
  if (facts === null) return verdict.sentence
  const [name, hash] = facts.logKey.split('+')
  return verdict.sentence.replace(facts.logKey, () => `${name} (key ${hash})`)
}

/** The verifier's steps as lines that open to the numbers. */
export function checkItems(steps: readonly Step[]): CheckItem[] {
  return steps.map(({ id, title, outcome, sentence, reason, values }) => ({
    id,
    title,
    outcome,
    reason: sentence,
    values: [
      ...Object.entries(values).map(([label, value]) => ({
        label,
        value,
        mono: /^(0x)?[0-9a-f]{16,}$|\+/i.test(value),
      })),
      ...(outcome === 'passed' ? [] : [{ label: 'reason code', value: reason, mono: true }]),
    ],
  }))
}
