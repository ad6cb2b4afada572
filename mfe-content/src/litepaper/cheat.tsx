import { useSession } from '@inkproof/slice'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Section } from '@inkproof/ui/page'
import { Progress } from '@inkproof/ui/progress'
import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { newestOwnIndex, readHeads } from './cheat.api.ts'
import { type Cheat, resetCheat, tryToRemove, useCheat } from './cheat.store.ts'
import { CheatResults } from './cheat-results.tsx'

/** "Remove my entry": the reader plays a dishonest operator against the real contract. */
export function CheatSection() {
  const cheat = useCheat()
  const [chosen, setChosen] = useEntryToRemove()
  const isBusy = cheat.step === 'reading' || cheat.step === 'asking'
  useEffect(() => resetCheat, [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (chosen !== '') void tryToRemove(Number(chosen))
  }

  return (
    <Section
      id="try"
      ruled
      title="Ask the chain to cheat"
      description="Choose an entry. The record without it is built here, in your browser, and the contract is asked whether it would take it from its own operator."
    >
      <Card padding="lg">
        <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-4">
          <Field label="Number of the entry" className="w-full sm:w-56">
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              required
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
            />
          </Field>
          <Button type="submit" busy={isBusy} className="w-full sm:w-auto">
            Remove my entry
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
  if (cheat.step === 'answered') return <CheatResults cheat={cheat} />
  const read = cheat.step === 'reading' ? cheat.leavesRead : cheat.size
  return (
    <Progress
      label={cheat.step === 'reading' ? 'Reading the record' : 'Asking the contract'}
      value={cheat.size === 0 ? 0 : read / cheat.size}
    />
  )
}

/** The entry to begin with: the one in the address, the person's newest, or the last on the chain. */
function useEntryToRemove(): [string, (value: string) => void] {
  const [params] = useSearchParams()
  const asked = params.get('entry') ?? ''
  const [chosen, setChosen] = useState(/^\d{1,15}$/.test(asked) ? asked : '')
  const status = useSession((session) => session.status)

  useEffect(() => {
    if (status === 'loading') return
    let isOpen = true
    suggestion()
      .then((index) => {
        if (isOpen && index !== null) setChosen((now) => (now === '' ? String(index) : now))
      })
      .catch(() => {
        // Without a suggestion the reader types a number.
      })
    return () => {
      isOpen = false
    }
  }, [status])

  return [chosen, setChosen]
}

async function suggestion(): Promise<number | null> {
  const own = await newestOwnIndex()
  if (own !== null) return own
  const { anchor } = await readHeads()
  return anchor === null || anchor.size === 0 ? null : anchor.size - 1
}
