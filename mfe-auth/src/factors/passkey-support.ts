import { browserSupportsWebAuthn } from '@simplewebauthn/browser'

/** Digits and colons: an IP address, for which no passkey can exist. */
const MACHINE_ADDRESS = /^[\d.]+$|:/

/** Whether this browser supports passkeys at this address. */
export function canUsePasskeys(): boolean {
  return (
    globalThis.isSecureContext &&
    !MACHINE_ADDRESS.test(location.hostname) &&
    browserSupportsWebAuthn()
  )
}
