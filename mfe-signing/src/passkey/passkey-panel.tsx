import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'

/** Says how a passkey signs. @param isBound whether the person has confirmed their identity with one */
export function PasskeyPanel({ isBound }: { isBound: boolean }) {
  if (!canUsePasskeys())
    return (
      <Alert tone="warning">
        {t(
          'Passkeys cannot be used in this browser at this address. Use another browser, or sign without a passkey.',
        )}
      </Alert>
    )
  return (
    <p className="text-ink-muted text-sm">
      {isBound
        ? t(
            'You confirmed your identity with a passkey. It signs after you confirm with your fingerprint, face or PIN.',
          )
        : t(
            'If you have an account on this site with a passkey, the passkey can sign instead of a key that this browser makes. Your device asks for it twice: to use it for this document, and to sign.',
          )}
    </p>
  )
}
