import { ENVELOPE_FILTERS, type EnvelopeListFilter } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'

export const LIST_FILTERS = ['all', ...ENVELOPE_FILTERS] as const
export type ListFilter = 'all' | EnvelopeListFilter

export const FILTER_LABELS: Readonly<Record<ListFilter, string>> = {
  all: t('All'),
  yours: t('Your turn'),
  waiting: t('Waiting for others'),
  completed: t('Completed'),
  ended: t('Ended'),
  drafts: t('Drafts'),
}
