import type { Reminders } from '@inkproof/protocol/start-envelope'
import { plural, t } from '@inkproof/texts/text'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Select } from '@inkproof/ui/select'
import { Switch } from '@inkproof/ui/switch'
import { Textarea } from '@inkproof/ui/textarea'
import { editDraft } from './draft.store.ts'
import type { Draft } from './draft.ts'
import { DRAFT_DEFAULTS } from './migrate-draft.ts'

/** The message, the deadline and the reminders. */
export function SendOptions({ draft }: { draft: Draft }) {
  const { expiresAfterDays, message, reminders } = draft
  return (
    <div className="space-y-4">
      <Field label={t('Message')} optional>
        <Textarea
          name="message"
          value={message}
          maxLength={2000}
          placeholder={t('Appears in the e-mail to the recipients')}
          onChange={({ currentTarget: { value } }) => editDraft(() => ({ message: value }))}
        />
      </Field>
      <Disclosure
        summary={
          <span className="text-sm">
            {t('Options')}
            <span className="text-ink-faint">
              {' · '}
              {describeOptions(draft)}
            </span>
          </span>
        }
      >
        <div className="max-w-lg space-y-4">
          <Field label={t('Deadline in days')} hint={t('From 1 to 90 days after sending.')}>
            <Input
              name="expiresAfterDays"
              type="number"
              inputMode="numeric"
              min={1}
              max={90}
              className="max-w-28"
              value={Number.isNaN(expiresAfterDays) ? '' : expiresAfterDays}
              onChange={({ currentTarget: { valueAsNumber } }) =>
                editDraft(() => ({ expiresAfterDays: valueAsNumber }))
              }
            />
          </Field>
          <Switch
            label={t('Send reminders')}
            checked={reminders !== null}
            onCheckedChange={(isOn) =>
              editDraft(() => ({ reminders: isOn ? DRAFT_DEFAULTS.reminders : null }))
            }
          />
          {reminders !== null && <ReminderDays reminders={reminders} />}
        </div>
      </Disclosure>
    </div>
  )
}

const DAYS = [1, 2, 3, 5, 7, 14, 30].map((days) => ({
  value: String(days),
  label: plural(days, { one: '{count} day', other: '{count} days' }),
}))

function ReminderDays({ reminders }: { reminders: Reminders }) {
  const change = (changed: Partial<Reminders>) =>
    editDraft(() => ({ reminders: { ...reminders, ...changed } }))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('First reminder after')}>
        <Select
          options={DAYS}
          value={String(reminders.firstAfterDays)}
          onValueChange={(days) => change({ firstAfterDays: Number(days) })}
        />
      </Field>
      <Field label={t('Then every')}>
        <Select
          options={DAYS}
          value={String(reminders.repeatAfterDays)}
          onValueChange={(days) => change({ repeatAfterDays: Number(days) })}
        />
      </Field>
    </div>
  )
}

function describeOptions({ expiresAfterDays, reminders }: Draft): string {
  const deadline = plural(expiresAfterDays || 0, {
    one: 'deadline in {count} day',
    other: 'deadline in {count} days',
  })
  return `${deadline}, ${reminders ? t('reminders on') : t('no reminders')}`
}
