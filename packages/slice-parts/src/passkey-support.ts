import { browserSupportsWebAuthn } from '@simplewebauthn/browser'

/** IPv4 and IPv6 addresses, for which passkeys cannot be created. */
const IP_ADDRESS = /^[\d.]+$|:/

/** Whether this browser supports passkeys at this address. */
export function canUsePasskeys(): boolean {
  return (
    globalThis.isSecureContext && !IP_ADDRESS.test(location.hostname) && browserSupportsWebAuthn()
  )
}
