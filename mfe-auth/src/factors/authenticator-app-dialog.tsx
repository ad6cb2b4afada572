import type { AuthenticatorAppSetup } from '@inkproof/protocol/factors'
import { RequestError } from '@inkproof/slice'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { CopyButton } from '@inkproof/ui/copy-button'
import { Dialog } from '@inkproof/ui/dialog'
import { splitIntoGroups } from '@inkproof/ui/format'
import { TextLink } from '@inkproof/ui/link'
import { Qr } from '@inkproof/ui/qr'
import { useMemo } from 'react'
import { FieldError } from '../forms/field-error.ts'
import { FormError } from '../forms/form-error.tsx'
import { SubmitButton } from '../forms/form-parts.tsx'
import { useForm } from '../forms/use-form.ts'
import { confirmAuthenticatorApp } from './authenticator-app.api.ts'
import { AuthenticatorCodeField } from './code-fields.tsx'
import { qrMatrix } from './qr-matrix.ts'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import type { ShownCodes } from './shown-codes.store.ts'

/** The step on screen: scanning and confirming the app, or the recovery codes. */
export type SetupStep =
  | { name: 'scan'; setup: AuthenticatorAppSetup }
  | ({ name: 'codes' } & ShownCodes)

/** Creates recovery codes and shows them, only to the user who requested them. */
export type ShowCodes = (createCodes: () => Promise<readonly string[]>) => Promise<void>

type Props = {
  step: SetupStep | null
  onCodes: ShowCodes
  onClose: () => void
}

const WRONG_CODE = t(
  'Incorrect code. Enter the code your app shows now. If it’s rejected again, check that your device’s clock is correct.',
)

const HEADINGS = {
  scan: {
    title: t('Set up an authenticator app'),
    description: t(
      'Any app for one-time codes works, such as Aegis, 2FAS or your password manager.',
    ),
  },
  codes: {
    title: t('Save your recovery codes'),
    description: t(
      'You can use each code once in place of a code from your authenticator app. You won’t see them again, so store them somewhere you can reach without your phone.',
    ),
  },
}

export function AuthenticatorAppDialog({ step, onCodes, onClose }: Props) {
  return (
    <Dialog
      open={step !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      persistent={step?.name === 'codes'}
      {...HEADINGS[step?.name ?? 'scan']}
    >
      {step?.name === 'scan' && <Scan setup={step.setup} onCodes={onCodes} />}
      {step?.name === 'codes' && <RecoveryCodesCard {...step} onDone={onClose} />}
    </Dialog>
  )
}

function Scan({ setup, onCodes }: { setup: AuthenticatorAppSetup; onCodes: Props['onCodes'] }) {
  const { isPending, error, errorId, fieldErrorId, form } = useForm(
    (field) => onCodes(() => confirmCode(field('code'))),
    t('The code could not be checked. Please try again.'),
  )
  return (
    <form {...form} className="space-y-6">
      <FormError id={errorId} error={error} />
      <div className="space-y-3">
        <p className="text-ink">
          {rich('<strong>1.</strong> Scan this QR code with the app.', {
            strong: (text) => <strong className="font-semibold">{text}</strong>,
          })}
        </p>
        <SetupCode setup={setup} />
      </div>
      <div className="space-y-3">
        <p className="text-ink">
          {rich('<strong>2.</strong> Enter the code shown in the app.', {
            strong: (text) => <strong className="font-semibold">{text}</strong>,
          })}
        </p>
        <AuthenticatorCodeField
          fieldErrorId={fieldErrorId}
          isPending={isPending}
          hint={t('It changes every 30 seconds.')}
        />
      </div>
      <SubmitButton isPending={isPending}>{t('Turn on authenticator app')}</SubmitButton>
    </form>
  )
}

/** Confirms the app. Replaces the service's error for a wrong code, which mentions recovery codes: none exist yet. */
async function confirmCode(code: string): Promise<string[]> {
  try {
    return await confirmAuthenticatorApp(code)
  } catch (error) {
    throw error instanceof RequestError && error.code === 'CODE_WRONG'
      ? new FieldError(WRONG_CODE, ['code'])
      : error
  }
}

/** The setup key as a QR code, as a link for an app on this device, and as text. */
function SetupCode({ setup: { secret, uri } }: { setup: AuthenticatorAppSetup }) {
  const matrix = useMemo(() => qrMatrix(uri), [uri])
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-line bg-sunken p-4">
      <Qr
        matrix={matrix}
        label={t('QR code: adds Inkproof to your authenticator app')}
        size={192}
      />
      <div className="w-full space-y-1 text-center text-sm">
        <p className="text-ink-muted">
          {rich('Can’t scan it? <link>Open it in an app on this device</link>, or enter:', {
            link: (text) => <TextLink href={uri}>{text}</TextLink>,
          })}
        </p>
        <p className="flex items-center justify-center gap-1">
          <code className="break-words font-mono text-ink" data-secret>
            {splitIntoGroups(secret, 4).join(' ')}
          </code>
          <CopyButton value={secret} label={t('Copy the setup key')} />
        </p>
      </div>
    </div>
  )
}
