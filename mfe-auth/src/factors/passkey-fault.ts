import { t } from '@inkproof/texts/text'
import { WebAuthnError } from '@simplewebauthn/browser'

const CLOSED = t(
  'No passkey was used because the browser’s prompt was closed or timed out. Please try again.',
)
const UNABLE = t(
  'This device cannot store a passkey protected by fingerprint, face or PIN. Try another device or a security key.',
)

/** By the library's code; any other gets {@link UNKNOWN}. */
const SENTENCES: Partial<Record<WebAuthnError['code'], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: t(
    'This device already has a passkey for your account. You can sign in with that one.',
  ),
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: UNABLE,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: UNABLE,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: UNABLE,
}
const UNKNOWN = t('Your device could not use a passkey here. Try again, or choose another method.')

/**
 * Converts a passkey failure to an error whose message helps the person. Messages of the service are kept. Browsers
 * deliberately report a closed dialog, a time-out and a missing passkey with the same name.
 */
export function passkeyFault(error: unknown): Error {
  if (error instanceof WebAuthnError) {
    const isClosed = error.name === 'NotAllowedError'
    return new Error(isClosed ? CLOSED : (SENTENCES[error.code] ?? UNKNOWN), { cause: error })
  }
  if (error instanceof DOMException) return new Error(UNKNOWN, { cause: error })
  return error instanceof Error ? error : new Error(UNKNOWN)
}

/** Returns its message; none if the dialog was cancelled because another one was opened. */
export function passkeySentence(error: unknown): string | undefined {
  const isSuperseded = error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED'
  return isSuperseded ? undefined : passkeyFault(error).message
}
