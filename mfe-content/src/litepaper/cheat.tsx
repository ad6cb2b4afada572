import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Section } from '@inkproof/ui/page'
import { Progress } from '@inkproof/ui/progress'
import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { fetchNewestCertificateIndex, fetchNewestOwnIndex, readHeads } from './cheat.api.ts'
import { type Cheat, clearFailure, resetCheat, tryToRemove, useCheat } from './cheat.store.ts'
import { CheatResults } from './cheat-results.tsx'

/** The hint below the number, depending on where the suggested entry comes from. */
const HINTS = {
  own: t('Your newest certificate. Every certificate’s page shows its number.'),
  newest: t('The newest certificate of this record. If you have your own, sign in to use it.'),
  unknown: t('You’ll find the number on the certificate’s page.'),
} as const

type SuggestionSource = keyof typeof HINTS

/** "Remove my entry": the reader acts as a dishonest operator against the real contract. */
export function CheatSection() {
  const cheat = useCheat()
  const { chosen, source, choose } = useEntryToRemove()
  const isBusy = cheat.step === 'reading' || cheat.step === 'simulating'
  useEffect(() => resetCheat, [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (chosen !== '') void tryToRemove(Number(chosen))
  }

  function onChange(value: string) {
    choose(value)
    clearFailure()
  }

  return (
    <Section
      id="try"
      ruled
      title={t('Try to cheat the chain')}
      description={t(
        'Choose an entry of the public record: a certificate, a revocation, or a status entry (one is added each time the record is anchored). Your browser builds a copy of the record without that entry and asks the contract whether it would accept the copy from the record’s operator.',
      )}
    >
      <Card padding="lg">
        <form onSubmit={onSubmit} className="flex flex-wrap items-start gap-4">
          <Field label={t('Entry number')} hint={HINTS[source]} className="w-full sm:w-72">
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              required
              value={chosen}
              onChange={(event) => onChange(event.target.value)}
            />
          </Field>
          <Button type="submit" busy={isBusy} className="w-full sm:mt-6.5 sm:w-auto">
            {t('Remove my entry')}
          </Button>
        </form>
        <div aria-live="polite" className="mt-6 empty:mt-0">
          <CheatState cheat={cheat} />
        </div>
      </Card>
    </Section>
  )
}

function CheatState({ cheat }: { cheat: Cheat }) {
  if (cheat.step === 'idle') return null
  if (cheat.step === 'failed') return <Alert tone="warning">{cheat.reason}</Alert>
  if (cheat.step === 'finished') return <CheatResults cheat={cheat} />
  const read = cheat.step === 'reading' ? cheat.leavesRead : cheat.size
  return (
    <Progress
      label={cheat.step === 'reading' ? t('Reading the record') : t('Waiting for the contract')}
      value={cheat.size === 0 ? 0 : read / cheat.size}
    />
  )
}

type Suggestion = { index: number; source: SuggestionSource }

/**
 * The entry to remove: the typed number; otherwise the number in the URL, the user's newest certificate or, if there is
 * none, the newest certificate of the record.
 */
function useEntryToRemove() {
  const [params] = useSearchParams()
  const requested = params.get('entry') ?? ''
  const [typed, setTyped] = useState(/^\d{1,15}$/.test(requested) ? requested : null)
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null)
  const status = useSession((session) => session.status)

  useEffect(() => {
    if (status === 'loading') return
    let isCurrent = true
    loadSuggestion()
      .then((found) => {
        if (isCurrent) setSuggestion(found)
      })
      .catch(() => {
        // Without a suggestion, the reader enters a number.
      })
    return () => {
      isCurrent = false
    }
  }, [status])

  const suggestedIndex = suggestion === null ? '' : String(suggestion.index)
  const chosen = typed ?? suggestedIndex
  const source: SuggestionSource =
    suggestion !== null && chosen === suggestedIndex ? suggestion.source : 'unknown'
  return { chosen, source, choose: setTyped }
}

async function loadSuggestion(): Promise<Suggestion | null> {
  const own = await fetchNewestOwnIndex()
  if (own !== null) return { index: own, source: 'own' }
  const { anchor } = await readHeads()
  const newest = anchor === null ? null : await fetchNewestCertificateIndex(anchor.size)
  return newest === null ? null : { index: newest, source: 'newest' }
}
