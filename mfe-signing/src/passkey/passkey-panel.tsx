import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'

type Props = {
  /** Whether the person has confirmed their identity with a passkey. */
  isBound: boolean
  /** Whether the person is signed in to the account that has the passkey. */
  isSignedIn: boolean
}

/** Says how a passkey signs, and how often the device asks for it. */
export function PasskeyPanel({ isBound, isSignedIn }: Props) {
  if (!canUsePasskeys())
    return (
      <Alert tone="warning">
        {t(
          'Passkeys cannot be used in this browser at this address. Use another browser, or sign without a passkey.',
        )}
      </Alert>
    )
  return <p className="text-ink-muted text-sm">{describe(isBound, isSignedIn)}</p>
}

/** The record names the key before it signs, so a key that is not bound yet is asked for twice. */
function describe(isBound: boolean, isSignedIn: boolean): string {
  if (isBound)
    return t(
      'You confirmed your identity with a passkey. It signs after you confirm with your fingerprint, face or PIN.',
    )
  return isSignedIn
    ? t(
        'Your device asks for your passkey twice: first to record that you sign with it, then to sign.',
      )
    : t(
        'If you have an account on this site with a passkey, the passkey can sign instead of a key that this browser makes. Your device asks for it twice: first to record that you sign with it, then to sign.',
      )
}
