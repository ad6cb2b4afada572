/**
 * Passkeys, authenticator app, recovery codes, and showing again who one is.
 *
 * WebAuthn responses are the browser's own JSON forms (W3C WebAuthn 3, §5.1.8).
 */
import * as z from 'zod/mini'
import { Email, Name, RegisterRequest } from './auth.ts'

/** How long a passkey's challenge, and so its dialog, may take. */
export const CHALLENGE_LASTS_SECONDS = 5 * 60

/** Most passkeys of one account. */
export const MOST_PASSKEYS = 20

/** How many recovery codes are made at once. */
export const RECOVERY_CODE_COUNT = 10

const bytes = (most: number) => z.base64url().check(z.minLength(1), z.maxLength(most))
/** Base64url of at most 1023 bytes (WebAuthn 3, §4, Credential ID). */
const CredentialId = bytes(1364)

/** What `navigator.credentials.create()` gave. */
export const PasskeyCreated = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z._default(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10)), []),
  }),
})
export type PasskeyCreated = z.infer<typeof PasskeyCreated>

/** What `navigator.credentials.get()` gave. */
export const PasskeyUsed = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(8192),
    // Some say that they have none by saying nothing in it.
    userHandle: z.nullish(z.union([bytes(128), z.literal('')])),
  }),
})
export type PasskeyUsed = z.infer<typeof PasskeyUsed>

/** A passkey to be kept: its name is the browser's unless one is given later. */
export const NewPasskey = z.strictObject({ passkey: PasskeyCreated })
export type NewPasskey = z.infer<typeof NewPasskey>

/** A passkey as it was added. */
export const PasskeyAdded = z.strictObject({ id: z.string(), name: z.string() })

/** Characters of a passkey's name. */
export const PASSKEY_NAME_MAX = 60

/** PATCH /api/auth/passkeys/:id */
export const PasskeyName = z.strictObject({ name: Name.check(z.maxLength(PASSKEY_NAME_MAX)) })
export type PasskeyName = z.infer<typeof PasskeyName>

/** POST /api/auth/login/passkey */
export const PasskeySignIn = z.strictObject({ passkey: PasskeyUsed })
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

/** An account that a passkey opens and no password: whatever of this is given is kept. */
export const PasskeySignUp = z.extend(z.omit(RegisterRequest, { password: true }), {
  email: z.optional(Email),
})
export type PasskeySignUp = z.infer<typeof PasskeySignUp>

/** Six digits as an authenticator app shows them (RFC 6238); spaces are passed over. */
export const AppCode = z.string().check(
  z.maxLength(20),
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Six digits'),
)

const RecoveryCode = z.string().check(z.minLength(1), z.maxLength(40))
const ByCode = { code: AppCode }
const ByRecoveryCode = { recoveryCode: RecoveryCode }
const ByPasskey = { passkey: PasskeyUsed }
/** The sign-in that waits for it, from `SecondFactorNeeded`. */
const pending = { id: z.string().check(z.minLength(1), z.maxLength(64)) }

/** POST /api/auth/login/second-factor */
export const SecondFactor = z.union([
  z.strictObject({ ...pending, ...ByCode }),
  z.strictObject({ ...pending, ...ByRecoveryCode }),
  z.strictObject({ ...pending, ...ByPasskey }),
])
export type SecondFactor = z.infer<typeof SecondFactor>

/** What a signed-in person shows to prove that it is still them. Wallets: see wallets.ts. */
export const Proof = z.union([
  z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  z.strictObject(ByCode),
  z.strictObject(ByRecoveryCode),
  z.strictObject(ByPasskey),
])
export type Proof = z.infer<typeof Proof>

/** An authenticator app that waits for its first code. */
export const AppSetup = z.strictObject({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://totp/…`, for scanning. */
  uri: z.string(),
})
export type AppSetup = z.infer<typeof AppSetup>

/** POST /api/auth/app/confirm: the first code of the new app. */
export const AppConfirmation = z.strictObject(ByCode)
export type AppConfirmation = z.infer<typeof AppConfirmation>

/** Shown this once: only their hashes are kept. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
