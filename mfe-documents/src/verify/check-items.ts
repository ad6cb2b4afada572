import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import type { Step } from '@inkproof/proof/verdict'
import { formatStep } from '@inkproof/proof/wording'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { pageTexts, t } from '@inkproof/texts/text'
import type { CheckItem } from '@inkproof/ui/check-list'

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Longer than any hash, key or list of addresses that a check compares. */
const MAX_VALUE = 1_000

/** The verifier's checks as rows that expand to the compared values. */
export function checkItems(steps: readonly Step[]): CheckItem[] {
  return steps.map((step) => {
    const { id, title, outcome, sentence, reason, values } = formatStep(step, pageTexts)
    return {
      id,
      title,
      outcome,
      reason: sanitizeForDisplay(sentence, MAX_VALUE),
      values: [
        ...Object.entries(values).map(([label, value]) => ({
          label: valueLabel(label),
          value: ISO_TIME.test(value)
            ? formatDateTime(value, { showZone: true })
            : sanitizeForDisplay(value, MAX_VALUE),
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
  confirmed: t('Confirmed'),
  contract: t('Contract'),
  'contract of': t('Contract chosen by'),
  domain: t('Domain'),
  entry: t('Entry'),
  file: t('File'),
  'final up to block': t('Final up to block'),
  format: t('Format'),
  key: t('Key'),
  kind: t('Kind'),
  'leaf hash': t('Leaf hash'),
  log: t('Log'),
  'not revoked as of': t('Not revoked as of'),
  'on the chain': t('On the chain'),
  operator: t('Operator'),
  proof: t('Proof'),
  required: t('Required'),
  root: t('Root'),
  'said by': t('Stated by'),
  size: t('Size'),
  source: t('Source'),
  'status entry': t('Status entry'),
  transaction: t('Transaction'),
  trusted: t('Trusted'),
  'trusted chain': t('Trusted chain'),
  'trusted contract': t('Trusted contract'),
  'trusted operators': t('Trusted operators'),
  wallet: t('Wallet'),
  witnesses: t('Witnesses'),
}

function valueLabel(name: string): string {
  return VALUE_LABELS[name] ?? name
}
