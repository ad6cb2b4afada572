import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { shortRoot } from './cheat.api.ts'
import type { Cheat, Result } from './cheat.store.ts'
import { describeRefusal } from './refusal.ts'

type FinishedCheat = Extract<Cheat, { step: 'finished' }>

/** The contract's response to each attempt. */
export function CheatResults({ cheat }: { cheat: FinishedCheat }) {
  const { heads, index, results } = cheat
  const forged = results.filter(({ attempt }) => attempt.id !== 'honest')
  const allRefused = forged.every(({ response }) => !response.accepted)
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <p className="font-medium text-ink text-xl tracking-tight">
        {allRefused ? t('The entry could not be removed') : t('The entry could be removed')}
      </p>
      <p className="mt-2 text-ink">
        {allRefused
          ? t('The contract refused every record without entry {index}.', { index })
          : t(
              'The contract would accept a record without entry {index}, so this installation’s record cannot be trusted.',
              { index },
            )}
      </p>
      <p className="mt-2 text-ink-muted text-sm">
        {rich(
          'Simulated on chain {chainId} against contract {contract}, acting as operator {operator}. Nothing was signed or sent.',
          {
            chainId: heads.chain.id,
            contract: <Mono>{heads.chain.contract}</Mono>,
            operator: <Mono>{heads.chain.operator}</Mono>,
          },
        )}
      </p>
      <ul className="mt-6 divide-y divide-line border-line border-t">
        {results.map((result) => (
          <ResultLine key={result.attempt.id} result={result} />
        ))}
      </ul>
    </div>
  )
}

function ResultLine({ result: { attempt, response } }: { result: Result }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 py-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <div>
        <p className="font-medium text-ink">{attempt.title}</p>
        <p className="mt-1 text-ink-muted text-sm">{attempt.description}</p>
        <p className="mt-2 text-ink-faint text-xs tabular-nums">
          {rich('{oldSize} → {newSize} entries, root {root}', {
            oldSize: String(attempt.old.size),
            newSize: String(attempt.next.size),
            root: <Mono>{shortRoot(attempt.next.root)}</Mono>,
          })}
        </p>
      </div>
      <div>
        <Badge tone={response.accepted ? 'success' : 'danger'}>
          {response.accepted ? t('Would be accepted') : t('Refused by the contract')}
        </Badge>
        <p className="mt-2 text-ink">
          {response.accepted
            ? t('The new state begins with every entry of the old one.')
            : describeRefusal(response.refusal)}
        </p>
        {!response.accepted && (
          <p className="mt-1 text-ink-faint text-xs">
            <Mono>{response.refusal.name}</Mono>
          </p>
        )}
      </div>
    </li>
  )
}

function Mono({ children }: { children: string }) {
  return <code className="break-all font-mono text-[0.95em]">{children}</code>
}
