import { sendSignal } from '@simplewebauthn/browser'

/**
 * Tells the device that a passkey was removed, so that the device stops offering it (WebAuthn 3, §5.1.10).
 * Does nothing in browsers that do not support this signal.
 */
export async function signalPasskeyRemoved(credentialID: string): Promise<void> {
  try {
    await sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID })
  } catch {
    // Best effort.
  }
}
