import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../certificates/error-message.ts'
import { verifyPasted } from './verify-input.ts'

/** For people who have a fingerprint or a link instead of a file. */
export function PasteForm() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function lookUp(event: FormEvent) {
    event.preventDefault()
    setError(null)
    setBusy(true)
    try {
      await verifyPasted(text)
      setText('')
    } catch (failure) {
      setError(errorMessage(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => void lookUp(event)}
      className="flex min-w-0 grow flex-col gap-3 sm:flex-row sm:items-start"
    >
      <Field
        label={t('Or paste a fingerprint or a share link')}
        className="min-w-0 grow"
        error={error}
      >
        <Input
          mono
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" busy={isBusy} disabled={text.trim() === ''} className="sm:mt-7">
        {t('Look up')}
      </Button>
    </form>
  )
}
