import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Guilloche } from '@inkproof/ui/guilloche'
import { Input } from '@inkproof/ui/input'
import { PenLine } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'

/** Maximum length of a sentence, so that it fits on the page at a readable size. */
const MAX_LENGTH = 280

/** Loaded with the first letter, so that visitors who do not type do not download it. */
const LiveSeal = lazy(async () => ({ default: (await import('./live-seal.tsx')).LiveSeal }))

type Creation = { step: 'idle' } | { step: 'busy' } | { step: 'failed'; reason: string }

/** `startedAtMs` is the time of the first letter, which the PDF contains, so that its seal can be drawn meanwhile. */
type Typed = { sentence: string; startedAtMs: number }

type Props = { onCreated: (file: File) => void }

/** Turns a sentence into a real PDF, in the browser, for people without a file at hand, and draws its seal. */
export function TrialForm({ onCreated }: Props) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const [creation, setCreation] = useState<Creation>({ step: 'idle' })

  async function create(event: FormEvent) {
    event.preventDefault()
    if (typed === null) return
    setCreation({ step: 'busy' })
    try {
      const { createTrial } = await import('./create-trial.ts')
      onCreated(await createTrial(typed.sentence, typed.startedAtMs))
      setCreation({ step: 'idle' })
    } catch (error) {
      setCreation({ step: 'failed', reason: (error as Error).message })
    }
  }

  function changeSentence(sentence: string) {
    const startedAtMs = typed?.startedAtMs ?? Date.now()
    setTyped(sentence === '' ? null : { sentence, startedAtMs })
  }

  return (
    <form onSubmit={(event) => void create(event)} className="text-left">
      <div className="flex items-center gap-4 sm:gap-6">
        <SealOf typed={typed} />
        <div className="flex min-w-0 grow flex-wrap items-end gap-3">
          <Field
            label={t('No file at hand? Type a sentence and we’ll turn it into a PDF')}
            className="min-w-0 grow basis-48"
          >
            <Input
              value={typed?.sentence ?? ''}
              maxLength={MAX_LENGTH}
              placeholder={t('I promise to water the plants while you are away.')}
              onChange={(event) => changeSentence(event.currentTarget.value)}
            />
          </Field>
          <Button
            type="submit"
            busy={creation.step === 'busy'}
            disabled={(typed?.sentence ?? '').trim() === ''}
          >
            <PenLine aria-hidden="true" /> {t('Create PDF')}
          </Button>
          <p className="w-full text-ink-faint text-sm">
            {t('Change one letter, and the seal of the PDF changes.')}
          </p>
        </div>
      </div>
      {creation.step === 'failed' && (
        <Alert tone="danger" className="mt-3">
          {creation.reason}
        </Alert>
      )}
    </form>
  )
}

function SealOf({ typed }: { typed: Typed | null }) {
  const outline = <Guilloche className="size-full text-ink-faint opacity-40" />
  return (
    <div className="size-18 shrink-0 sm:size-24" aria-hidden="true">
      {typed === null ? (
        outline
      ) : (
        <Suspense fallback={outline}>
          <LiveSeal {...typed} />
        </Suspense>
      )}
    </div>
  )
}
