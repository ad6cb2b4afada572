import type { Role } from '@inkproof/protocol/auth'
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Select } from '@inkproof/ui/select'
import { useState } from 'react'
import { EmailInput } from '../forms/email-input.tsx'
import { FieldError } from '../forms/field-error.ts'
import { FormError } from '../forms/form-error.tsx'
import { useForm } from '../forms/use-form.ts'
import { mailboxAction } from '../mailbox/mailbox-note.tsx'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import { ROLES, roleFrom, rolePermissions } from './roles.ts'
import { useWorkspaceChange } from './use-workspaces.ts'
import { invite } from './workspaces.api.ts'

type Props = { workspace: WorkspaceView }

const ENTER_ADDRESS = t('Enter the e-mail address of the person you are inviting.')

/** The form for one invitation; it is reset after each one. */
export function InviteForm(props: Props) {
  const [formKey, setFormKey] = useState(0)
  return <Fields key={formKey} {...props} onDone={() => setFormKey(formKey + 1)} />
}

function Fields({ workspace: { id }, onDone }: Props & { onDone: () => void }) {
  const [role, setRole] = useState<Role>('member')
  const change = useWorkspaceChange()
  const { isPending, error, errorId, fieldErrorId, form } = useForm(
    async (field) => {
      const email = field('email').trim()
      if (email === '') throw new FieldError(ENTER_ADDRESS, ['email'])
      await change(() => withReauthentication(() => invite(id, { email, role })))
      showSentToast(email)
      onDone()
    },
    t('The invitation could not be sent. Please try again.'),
    `invite-${id}`,
  )
  return (
    <form {...form} noValidate className="space-y-4">
      <FormError id={errorId} error={error} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label={t('E-mail address')} required errorId={fieldErrorId('email')}>
          <EmailInput autoComplete="off" disabled={isPending} />
        </Field>
        <RoleField role={role} onChange={setRole} isPending={isPending} />
      </div>
      <Button type="submit" variant="primary" busy={isPending}>
        {t('Send invitation')}
      </Button>
    </form>
  )
}

type RoleFieldProps = { role: Role; onChange: (role: Role) => void; isPending: boolean }

/** The role, and what it allows. */
function RoleField({ role, onChange, isPending }: RoleFieldProps) {
  return (
    <Field label={t('Role')} hint={rolePermissions(role)}>
      <Select
        options={ROLES.map(({ value, label }) => ({ value, label }))}
        value={role}
        disabled={isPending}
        onValueChange={(chosen) => onChange(roleFrom(chosen))}
      />
    </Field>
  )
}

function showSentToast(email: string): void {
  toast({
    title: t('Invitation sent'),
    description: t('An e-mail is on its way to {email}.', { email }),
    variant: 'success',
    ...mailboxAction(),
  })
}
