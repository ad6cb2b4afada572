import type { Step, VerdictCode } from '@inkproof/proof/verdict'
import type { Verification } from '@inkproof/proof/verify'
import { formatStep, formatVerdict } from '@inkproof/proof/wording'
import { pageTexts, t } from '@inkproof/texts/text'
import type { BadgeTone } from '@inkproof/ui/badge'
import type { CheckItem } from '@inkproof/ui/check-list'
import type { VerdictKind } from '@inkproof/ui/verdict'

/** The appearance of each verdict. */
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

/** A short label for a table cell. */
export const VERDICT_LABELS: Record<VerdictCode, { label: string; tone: BadgeTone }> = {
  certified: { label: t('Certified'), tone: 'success' },
  changed: { label: t('Changed'), tone: 'danger' },
  revoked: { label: t('Revoked'), tone: 'danger' },
  superseded: { label: t('Superseded'), tone: 'danger' },
  failed: { label: t('Failed'), tone: 'danger' },
  untrusted: { label: t('Unknown record'), tone: 'warning' },
  'not-yet-anchored': { label: t('Not yet on the blockchain'), tone: 'accent' },
  'cannot-be-checked': { label: t('Cannot be checked'), tone: 'warning' },
}

/**
 * Returns the verdict's sentence for the screen, with the record's name and a shortened key. Reports contain the
 * exact sentence with the full key.
 */
export function displayedSentence({ verdict, facts }: Verification): string {
  if (facts === null) return formatVerdict(verdict, pageTexts)
  const [name = '', hash = ''] = facts.logKey.split('+')
  const logKey = t('{name} (key {hash})', { name, hash })
  return formatVerdict({ ...verdict, values: { ...verdict.values, logKey } }, pageTexts)
}

/** The verifier's checks as rows that expand to the compared values. */
export function checkItems(steps: readonly Step[]): CheckItem[] {
  return steps.map((step) => {
    const { id, title, outcome, sentence, reason, values } = formatStep(step, pageTexts)
    return {
      id,
      title,
      outcome,
      reason: sentence,
      values: [
        ...Object.entries(values).map(([label, value]) => ({
          label: valueLabel(label),
          value,
          mono: /^(0x)?[0-9a-f]{16,}$|\+/i.test(value),
        })),
        ...(outcome === 'passed' ? [] : [{ label: t('Reason code'), value: reason, mono: true }]),
      ],
    }
  })
}

/** Labels of the compared values, by the names that the command line prints. */
const VALUE_LABELS: Readonly<Record<string, string>> = {
  'as of entry': t('As of entry'),
  'block hash': t('Block hash'),
  'block number': t('Block number'),
  'block time': t('Block time'),
  'by entry': t('By entry'),
  'calls itself': t('Self-declared name'),
  'chain id': t('Chain ID'),
  commitment: t('Commitment'),
  confirmations: t('Confirmations'),
  contract: t('Contract'),
  domain: t('Domain'),
  entry: t('Entry'),
  file: t('File'),
  'final up to block': t('Final up to block'),
  format: t('Format'),
  key: t('Key'),
  kind: t('Kind'),
  'leaf hash': t('Leaf hash'),
  log: t('Log'),
  'on the chain': t('On the chain'),
  operator: t('Operator'),
  proof: t('Proof'),
  root: t('Root'),
  'said by': t('Stated by'),
  size: t('Size'),
  'status entry': t('Status entry'),
  transaction: t('Transaction'),
  trusted: t('Trusted'),
  'trusted chain, contract, operator': t('Trusted chain, contract, operator'),
  wallet: t('Wallet'),
}

function valueLabel(name: string): string {
  return VALUE_LABELS[name] ?? name
}
