/** Codes of authenticator apps: RFC 6238 with the parameters every app supports (SHA-1, 30 s, six digits). */
import { generateSecret, generateURI, verifySync } from 'otplib'

/** One step early or late: clocks differ, and typing takes time (RFC 6238 §5.2). */
const TOLERANCE_SECONDS = 30

/** 160 bits, base32. */
export function newSecret(): string {
  return generateSecret({ length: 20 })
}

/** The content of the QR code. `label` is what the app shows for the account. */
export function setupUri(secret: string, label: string): string {
  return generateURI({ issuer: 'Inkproof', label, secret })
}

/** The time step of a code, if it is valid now or was a moment ago. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const checked = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
  })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}
