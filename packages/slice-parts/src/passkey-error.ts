import { t } from '@inkproof/texts/text'
import { WebAuthnError } from '@simplewebauthn/browser'

const PROMPT_CLOSED = t(
  'No passkey was used because the browser’s prompt was closed or timed out. Please try again.',
)
const UNSUPPORTED_DEVICE = t(
  'This device cannot store a passkey protected by fingerprint, face or PIN. Try another device or a security key.',
)

/** Messages by the library's error code; any other code gets {@link UNKNOWN_ERROR}. */
const MESSAGES: Partial<Record<WebAuthnError['code'], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: t(
    'This device already has a passkey for your account. You can sign in with that one.',
  ),
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: UNSUPPORTED_DEVICE,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: UNSUPPORTED_DEVICE,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: UNSUPPORTED_DEVICE,
}
const UNKNOWN_ERROR = t(
  'Your device could not use a passkey here. Try again, or choose another method.',
)

/**
 * Converts a passkey failure to an error with a message for the user. Errors of the service are not changed. Browsers
 * deliberately report a closed prompt, a timeout and a missing passkey with the same error name.
 */
export function toPasskeyError(error: unknown): Error {
  if (error instanceof WebAuthnError) {
    const isPromptClosed = error.name === 'NotAllowedError'
    return new Error(isPromptClosed ? PROMPT_CLOSED : (MESSAGES[error.code] ?? UNKNOWN_ERROR), {
      cause: error,
    })
  }
  if (error instanceof DOMException) return new Error(UNKNOWN_ERROR, { cause: error })
  return error instanceof Error ? error : new Error(UNKNOWN_ERROR)
}

/** Returns the message of a passkey failure; undefined if the prompt was cancelled because another one was opened. */
export function passkeyErrorMessage(error: unknown): string | undefined {
  const isSuperseded = error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED'
  return isSuperseded ? undefined : toPasskeyError(error).message
}
