/** Opens the browser's prompt for passkeys. */
import type { PasskeyRequestOptions } from '@inkproof/protocol/passkey-options'
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'

export type UsedPasskey = AuthenticationResponseJSON

/**
 * Returns the response of the passkey that the user chooses. `useBrowserAutofill`: in a field's autofill instead of a prompt.
 *
 * @throws WebAuthnError, which `toPasskeyError` (passkey-error) explains
 */
export function getPasskey(
  options: PasskeyRequestOptions,
  extra: { useBrowserAutofill?: boolean } = {},
): Promise<UsedPasskey> {
  // The cast allows transports that the library's types do not know yet; browsers ignore unknown ones.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON, ...extra })
}
