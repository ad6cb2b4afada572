import type { BrandingSettings } from '@inkproof/protocol/branding'
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Select } from '@inkproof/ui/select'
import { FormError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { useBrandingChanges } from './branding.api.ts'

/** The value of the list for nobody: a list has no empty values. */
const NOBODY = 'nobody'

type FieldProps = Pick<BrandingSettings, 'replyToChoices'> & {
  /** The account of the chosen member; null for nobody. */
  value: string | null
  onChange: (accountId: string | null) => void
  disabled: boolean
  errorId: string | undefined
}

/** Lets an owner choose the member who gets replies. */
export function ReplyToField({ disabled, errorId, onChange, replyToChoices, value }: FieldProps) {
  return (
    <Field
      label={t('Replies to e-mails go to')}
      hint={t(
        'Members with a confirmed e-mail address, which recipients see. When the member leaves, nobody gets replies.',
      )}
      errorId={errorId}
    >
      <Select
        options={[
          { value: NOBODY, label: t('Nobody') },
          ...replyToChoices.map(({ accountId, email, name }) => ({
            value: accountId,
            label: name === email ? email : t('{name} ({email})', { name, email }),
          })),
        ]}
        value={value ?? NOBODY}
        disabled={disabled}
        onValueChange={(chosen) => onChange(chosen === NOBODY ? null : chosen)}
      />
    </Field>
  )
}

type NoteProps = Pick<BrandingSettings, 'replyTo'> & {
  workspace: WorkspaceView
  /** Called after the button has disappeared with the note. */
  onEnd: () => void
}

/** Tells members who are not owners that they get the replies, and lets them end it. */
export function RepliesToYou({ onEnd, replyTo, workspace: { id, members } }: NoteProps) {
  const { save } = useBrandingChanges(id)
  const { busy, error, run } = useActions()
  const isYou = members.some(({ accountId, isYou: you }) => you && accountId === replyTo?.accountId)
  if (!isYou || replyTo === null) return null

  async function end(): Promise<void> {
    if (!(await run('end', () => save({ replyTo: null })))) return
    onEnd()
    toast({ title: t('You no longer get the replies'), variant: 'success' })
  }
  return (
    <div className="space-y-3">
      <p className="break-words text-ink text-sm">
        {t('Recipients who reply to e-mails of this workspace write to you, and see {email}.', {
          email: replyTo.email,
        })}
      </p>
      <FormError error={error} />
      <Button size="sm" busy={busy !== null} onClick={() => void end()}>
        {t('Stop getting replies')}
      </Button>
    </div>
  )
}
