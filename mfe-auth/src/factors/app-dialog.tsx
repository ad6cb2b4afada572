import type { AppSetup } from '@inkproof/protocol/factors'
import { RequestError } from '@inkproof/slice'
import { CopyButton } from '@inkproof/ui/copy-button'
import { Dialog } from '@inkproof/ui/dialog'
import { groups } from '@inkproof/ui/format'
import { TextLink } from '@inkproof/ui/link'
import { Qr } from '@inkproof/ui/qr'
import { useMemo } from 'react'
import { FieldFault } from '../forms/field-fault.ts'
import { FormError } from '../forms/form-error.tsx'
import { SubmitButton } from '../forms/form-parts.tsx'
import { useForm } from '../forms/use-form.ts'
import { confirmApp } from './app.api.ts'
import { AppCodeField } from './code-fields.tsx'
import { qrMatrix } from './qr-matrix.ts'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import type { ShownCodes } from './shown-codes.store.ts'

/** Scan and confirm, then keep the recovery codes; or the codes alone, where new ones were made. */
export type AppStep = { name: 'scan'; setup: AppSetup } | ({ name: 'codes' } & ShownCodes)

/** Given how codes are made, because they are shown to nobody but who asked for them. */
export type ShowCodes = (make: () => Promise<readonly string[]>) => Promise<void>

type Props = {
  step: AppStep | null
  onCodes: ShowCodes
  onClose: () => void
}

const WRONG =
  'This code is not right. Type the one that your app shows now; if it is refused again, check that the clock of your device is right.'

const HEADS = {
  scan: {
    title: 'Set up an authenticator app',
    description:
      'Any app for one-time codes will do, such as Aegis, 2FAS or your password manager.',
  },
  codes: {
    title: 'Keep your recovery codes',
    description:
      'Each signs you in once instead of a code of the app. They are shown this one time: keep them where you find them without your phone.',
  },
}

export function AppDialog({ step, onCodes, onClose }: Props) {
  return (
    <Dialog
      open={step !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      mustAnswer={step?.name === 'codes'}
      {...HEADS[step?.name ?? 'scan']}
    >
      {step?.name === 'scan' && <Scan setup={step.setup} onCodes={onCodes} />}
      {step?.name === 'codes' && <RecoveryCodesCard {...step} onDone={onClose} />}
    </Dialog>
  )
}

function Scan({ setup, onCodes }: { setup: AppSetup; onCodes: Props['onCodes'] }) {
  const { isPending, error, errorId, faultOf, form } = useForm(
    (field) => onCodes(() => confirm(field('code'))),
    'The code could not be checked. Please try again.',
  )
  return (
    <form {...form} className="space-y-6">
      <FormError id={errorId} error={error} />
      <div className="space-y-3">
        <p className="text-ink">
          <strong className="font-semibold">1.</strong> Scan this picture with the app.
        </p>
        <SetupCode setup={setup} />
      </div>
      <div className="space-y-3">
        <p className="text-ink">
          <strong className="font-semibold">2.</strong> Type the code that it shows now.
        </p>
        <AppCodeField faultOf={faultOf} isPending={isPending} hint="It changes every 30 seconds." />
      </div>
      <SubmitButton isPending={isPending}>Turn on</SubmitButton>
    </form>
  )
}

/** The service says of any wrong code that a recovery code would do; here there is none yet. */
async function confirm(code: string): Promise<string[]> {
  try {
    return await confirmApp(code)
  } catch (error) {
    throw error instanceof RequestError && error.code === 'CODE_WRONG'
      ? new FieldFault(WRONG, ['code'])
      : error
  }
}

/** As a picture, as a link for an app on this very device, and as letters to type. */
function SetupCode({ setup: { secret, uri } }: { setup: AppSetup }) {
  const matrix = useMemo(() => qrMatrix(uri), [uri])
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-line bg-sunken p-4">
      <Qr matrix={matrix} label="QR code: adds Inkproof to your authenticator app" size={192} />
      <div className="w-full space-y-1 text-center text-sm">
        <p className="text-ink-muted">
          Cannot scan it? <TextLink href={uri}>Open it in an app on this device</TextLink>, or type:
        </p>
        <p className="flex items-center justify-center gap-1">
          <code className="break-words font-mono text-ink" data-secret>
            {groups(secret, 4).join(' ')}
          </code>
          <CopyButton value={secret} label="Copy the setup key" />
        </p>
      </div>
    </div>
  )
}
