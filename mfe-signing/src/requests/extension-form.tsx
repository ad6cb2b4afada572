import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Consequences, DialogForm } from './form-dialog.tsx'
import type { RecipientChange } from './recipient-change.ts'
import { useExtension } from './use-extension.ts'

/** Asks by how many days the deadline of a recipient is extended. The submit button is in the dialog's footer. */
export function ExtensionForm({ id, ...input }: RecipientChange) {
  const { before, days, error, next, problem, setDays, submit } = useExtension(input)
  return (
    <DialogForm
      id={id}
      failure={problem}
      failureTitle={t('The deadline was not extended')}
      onSubmit={submit}
    >
      <p className="text-ink-muted">{t('Current deadline: {time}', { time: shown(before) })}</p>
      <Field label={t('Days to add')} required error={error}>
        <Input
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={90}
          className="max-w-28"
          disabled={input.isBusy}
          value={Number.isNaN(days) ? '' : days}
          onChange={({ currentTarget: { valueAsNumber } }) => setDays(valueAsNumber)}
        />
      </Field>
      {next !== null && (
        <p aria-live="polite" className="font-medium text-ink">
          {t('New deadline: {time}', { time: shown(next.at) })}
        </p>
      )}
      <Consequences>
        {next?.isLast === true && (
          <li>
            {t(
              'This is the deadline of the request. It is part of what everyone signs, and cannot be changed.',
            )}
          </li>
        )}
        <li>
          {t('{name} gets an e-mail with the new deadline and the link.', {
            name: input.recipient.name,
          })}
        </li>
        <li>{t('The change is part of the history. Existing signatures stay valid.')}</li>
      </Consequences>
    </DialogForm>
  )
}

function shown(time: string): string {
  return formatDateTime(time, { showZone: true })
}
