import { sendSignal } from '@simplewebauthn/browser'

/**
 * Tells the device that a passkey opens nothing any more, so that it stops offering it (WebAuthn 3, §5.1.10).
 * Browsers that cannot pass it on are as good as before.
 */
export async function forgetOnDevice(credentialID: string): Promise<void> {
  try {
    await sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID })
  } catch {
    // Nothing depends on it.
  }
}
