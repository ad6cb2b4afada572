import { showHeads } from '@inkproof/protocol/calls/log'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { ErrorState } from '@inkproof/ui/error-state'
import { KeyValue } from '@inkproof/ui/key-value'
import { Page, PageHeader } from '@inkproof/ui/page'
import { useQuery } from '@tanstack/react-query'
import { type Figures, listFigures } from './list-figures.ts'

/** Shows how many entries of the public record are signed, anchored and final. */
export function Component() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['record-status'],
    queryFn: async () => listFigures(await call(showHeads)),
  })
  return (
    <Page>
      <PageHeader title={t('Record status')} lead={t('How far the public record has advanced.')} />
      {isError ? (
        <ErrorState onRetry={() => void refetch()}>
          {t('The public record cannot be read right now. Try again in a few seconds.')}
        </ErrorState>
      ) : (
        <KeyValue items={rowsOf(data)} />
      )}
    </Page>
  )
}

function rowsOf(figures: Figures | undefined) {
  const show = (entries: number | undefined) => (entries === undefined ? '…' : String(entries))
  return [
    { label: t('Signed entries'), value: show(figures?.signed) },
    { label: t('Entries on the blockchain'), value: show(figures?.anchored) },
    { label: t('Final entries'), value: show(figures?.final) },
  ]
}
