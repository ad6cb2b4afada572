import { browserSupportsWebAuthn } from '@simplewebauthn/browser'

/** Numbers and colons: an address of a machine, which no passkey can belong to. */
const MACHINE_ADDRESS = /^[\d.]+$|:/

/** Whether this browser, at this address, can make and use passkeys. */
export function canUsePasskeys(): boolean {
  return (
    globalThis.isSecureContext &&
    !MACHINE_ADDRESS.test(location.hostname) &&
    browserSupportsWebAuthn()
  )
}
