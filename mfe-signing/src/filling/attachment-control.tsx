import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Paperclip } from 'lucide-react'
import { useId } from 'react'
import { useFileChoice } from '../attachments/use-file-choice.tsx'
import type { FieldValue } from '../editor/draft.ts'
import type { OwnField } from './own-fields.ts'

type Props = { own: OwnField; onChange: (value: FieldValue | null) => void }

/** Chooses the file of a field, replaces or removes it. */
export function AttachmentControl({ onChange, own: { field, problem, value } }: Props) {
  const chosen = value?.kind === 'attachment' ? value.attachment : null
  const choice = useFileChoice((attachment) => onChange({ kind: 'attachment', attachment }))
  const refusal = choice.problem ?? problem
  const headingId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has the layout of a form of its own.
    <div role="group" aria-labelledby={headingId} className="space-y-2">
      <p id={headingId} className="font-medium text-ink text-sm">
        {field.label ?? t('Attach a file')}
        {!field.required && <span className="font-normal text-ink-faint"> · {t('optional')}</span>}
      </p>
      {chosen && (
        <p className="flex min-w-0 items-center gap-2 text-ink">
          <Paperclip className="size-4 shrink-0" aria-hidden="true" />
          <span className="truncate" title={chosen.fileName}>
            {chosen.fileName}
          </span>
          <span className="shrink-0 text-ink-muted text-sm">{formatBytes(chosen.size)}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={choice.choose} busy={choice.isReading}>
          <Paperclip />
          {chosen ? t('Replace file') : t('Choose file')}
        </Button>
        {chosen && (
          <Button variant="ghost" disabled={choice.isReading} onClick={() => onChange(null)}>
            {t('Remove file')}
          </Button>
        )}
        {choice.input}
      </div>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {refusal}
      </p>
      <p className="text-ink-muted text-sm">
        {t(
          'PDF, PNG, JPEG or WebP up to 10 MB. It is uploaded when you sign. Everyone in this request can download this file.',
        )}
      </p>
    </div>
  )
}
