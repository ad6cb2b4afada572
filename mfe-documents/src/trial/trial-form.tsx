import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { PenLine } from 'lucide-react'
import { type FormEvent, useState } from 'react'

/** The longest sentence that fits the page in a readable size. */
const MAX_LENGTH = 280

type Making = { step: 'idle' } | { step: 'making' } | { step: 'failed'; reason: string }

type Props = { onMade: (file: File) => void }

/** "No file at hand?": makes a real PDF of a sentence, in the browser. */
export function TrialForm({ onMade }: Props) {
  const [sentence, setSentence] = useState('')
  const [making, setMaking] = useState<Making>({ step: 'idle' })

  async function make(event: FormEvent) {
    event.preventDefault()
    setMaking({ step: 'making' })
    try {
      const { makeTrial } = await import('./make-trial.ts')
      onMade(await makeTrial(sentence))
      setMaking({ step: 'idle' })
    } catch (error) {
      setMaking({ step: 'failed', reason: (error as Error).message })
    }
  }

  return (
    <form onSubmit={(event) => void make(event)} className="text-left">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={t('No file at hand? Type a sentence and get a real PDF of it')}
          className="min-w-0 grow basis-64"
        >
          <Input
            value={sentence}
            maxLength={MAX_LENGTH}
            placeholder={t('I promise to water the plants while you are away.')}
            onChange={(event) => setSentence(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" busy={making.step === 'making'} disabled={sentence.trim() === ''}>
          <PenLine aria-hidden="true" /> {t('Create PDF')}
        </Button>
      </div>
      {making.step === 'failed' && (
        <Alert tone="danger" className="mt-3">
          {making.reason}
        </Alert>
      )}
    </form>
  )
}
