import { CLAIM_LENGTHS } from '@inkproof/protocol/certificates'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Textarea } from '@inkproof/ui/textarea'
import { type FormEvent, useState } from 'react'
import { changeAllTexts } from './edit-drafts.ts'

/** Sets the title and note of all files at once. */
export function BatchTexts() {
  const [title, setTitle] = useState('')
  const [note, setNote] = useState('')

  function apply(event: FormEvent) {
    event.preventDefault()
    void changeAllTexts({ title, note })
  }

  return (
    <Disclosure
      className="border-line border-y"
      summary={<span className="text-sm">{t('Title and note for all files')}</span>}
    >
      <form onSubmit={apply} className="space-y-4">
        <Field
          label={t('Title for all files')}
          hint={t('Write {file} where the file’s own name should appear.', { file: '{file}' })}
        >
          <Input
            value={title}
            maxLength={CLAIM_LENGTHS.title}
            placeholder={'{file}'}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        </Field>
        <Field label={t('Note for all files')} optional>
          <Textarea
            value={note}
            maxLength={CLAIM_LENGTHS.note}
            rows={2}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" size="sm">
          {t('Apply to all files')}
        </Button>
      </form>
    </Disclosure>
  )
}
