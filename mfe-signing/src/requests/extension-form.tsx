import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { type ExtensionInput, useExtension } from './use-extension.ts'

type Props = ExtensionInput & { id: string }

/** Asks by how many days the deadline of a recipient is extended. The submit button is in the dialog's footer. */
export function ExtensionForm({ id, ...input }: Props) {
  const { before, days, error, next, problem, setDays, submit } = useExtension(input)
  return (
    <form
      id={id}
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {problem !== null && (
        <Alert tone="danger" title={t('The deadline was not extended')}>
          {problem}
        </Alert>
      )}
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
      <ul className="list-disc space-y-1 pl-5 text-ink-muted text-sm">
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
      </ul>
    </form>
  )
}

function shown(time: string): string {
  return formatDateTime(time, { showZone: true })
}
