/** Codes of authenticator apps: RFC 6238 with the parameters every app supports (SHA-1, 30 s, six digits). */
import { generateSecret, generateURI, verifySync } from 'otplib'

/** Accepts codes one step early or late, because clocks differ and typing takes time (RFC 6238 §5.2). */
const TOLERANCE_SECONDS = 30

/** Creates a secret of 160 bits, in base32. */
export function newSecret(): string {
  return generateSecret({ length: 20 })
}

/** Returns the content of the QR code. `label` is what the app shows for the account. */
export function setupUri(secret: string, label: string): string {
  return generateURI({ issuer: 'Inkproof', label, secret })
}

/** Returns the time step of a code that is valid now, or undefined. */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const checked = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
  })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}
