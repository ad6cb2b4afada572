import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { PenLine } from 'lucide-react'
import { type FormEvent, useState } from 'react'

/** Maximum length of a sentence, so that it fits on the page at a readable size. */
const MAX_LENGTH = 280

type Creation = { step: 'idle' } | { step: 'busy' } | { step: 'failed'; reason: string }

type Props = { onCreated: (file: File) => void }

/** Turns a sentence into a real PDF, in the browser, for people without a file at hand. */
export function TrialForm({ onCreated }: Props) {
  const [sentence, setSentence] = useState('')
  const [creation, setCreation] = useState<Creation>({ step: 'idle' })

  async function create(event: FormEvent) {
    event.preventDefault()
    setCreation({ step: 'busy' })
    try {
      const { createTrial } = await import('./create-trial.ts')
      onCreated(await createTrial(sentence))
      setCreation({ step: 'idle' })
    } catch (error) {
      setCreation({ step: 'failed', reason: (error as Error).message })
    }
  }

  return (
    <form onSubmit={(event) => void create(event)} className="text-left">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={t('No file at hand? Type a sentence and we’ll turn it into a PDF')}
          className="min-w-0 grow basis-64"
        >
          <Input
            value={sentence}
            maxLength={MAX_LENGTH}
            placeholder={t('I promise to water the plants while you are away.')}
            onChange={(event) => setSentence(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" busy={creation.step === 'busy'} disabled={sentence.trim() === ''}>
          <PenLine aria-hidden="true" /> {t('Create PDF')}
        </Button>
      </div>
      {creation.step === 'failed' && (
        <Alert tone="danger" className="mt-3">
          {creation.reason}
        </Alert>
      )}
    </form>
  )
}
