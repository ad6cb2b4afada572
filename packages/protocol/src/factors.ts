/**
 * Passkeys, authenticator app, recovery codes, and confirming one's identity again.
 *
 * WebAuthn responses are in the browser's JSON form (W3C WebAuthn 3, §5.1.8).
 */
import * as z from 'zod/mini'
import { Name, RegisterRequest } from './auth.ts'
import { Email } from './email-address.ts'
import { CredentialId } from './passkey-keys.ts'

/** The lifetime of a passkey challenge, and therefore the timeout of the browser's passkey dialog. */
export const CHALLENGE_TTL_SECONDS = 5 * 60

/** Maximum number of passkeys of one account. */
export const MAX_PASSKEYS = 20

/** Number of recovery codes in a set. */
export const RECOVERY_CODE_COUNT = 10

const bytes = (maxLength: number) => z.base64url().check(z.minLength(1), z.maxLength(maxLength))

/** The result of `navigator.credentials.create()`. */
export const PasskeyRegistration = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z._default(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10)), []),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** The result of `navigator.credentials.get()`. */
export const PasskeyAssertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(8192),
    // Some authenticators send an empty string if they have no user handle.
    userHandle: z.nullish(z.union([bytes(128), z.literal('')])),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** A passkey to add; it is named after the browser until it is renamed. */
export const NewPasskey = z.strictObject({ passkey: PasskeyRegistration })
export type NewPasskey = z.infer<typeof NewPasskey>

/** A passkey that was added. */
export const AddedPasskey = z.strictObject({ id: z.string(), name: z.string() })

/** Maximum length of a passkey's name. */
export const PASSKEY_NAME_MAX = 60

/** The new name of a passkey. */
export const PasskeyName = z.strictObject({ name: Name.check(z.maxLength(PASSKEY_NAME_MAX)) })
export type PasskeyName = z.infer<typeof PasskeyName>

/** The passkey to sign in with. */
export const PasskeySignIn = z.strictObject({ passkey: PasskeyAssertion })
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

/** A new account with a passkey and no password; all fields are optional. */
export const PasskeySignUp = z.extend(z.omit(RegisterRequest, { password: true }), {
  email: z.optional(Email),
})
export type PasskeySignUp = z.infer<typeof PasskeySignUp>

/** Six digits from an authenticator app (RFC 6238); spaces are ignored. */
export const AuthenticatorCode = z.string().check(
  z.maxLength(20),
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Six digits'),
)

const RecoveryCode = z.string().check(z.minLength(1), z.maxLength(40))
const codeField = { code: AuthenticatorCode }
const recoveryCodeField = { recoveryCode: RecoveryCode }
const passkeyField = { passkey: PasskeyAssertion }
/** Identifies the pending sign-in; from `SecondFactorNeeded`. */
const pendingIdField = { id: z.string().check(z.minLength(1), z.maxLength(64)) }

/** The second factor that completes a pending sign-in. */
export const SecondFactor = z.union([
  z.strictObject({ ...pendingIdField, ...codeField }),
  z.strictObject({ ...pendingIdField, ...recoveryCodeField }),
  z.strictObject({ ...pendingIdField, ...passkeyField }),
])
export type SecondFactor = z.infer<typeof SecondFactor>

/** What confirms the signed-in user's identity. For wallets see wallets.ts. */
export const ReauthenticationCredential = z.union([
  z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  z.strictObject(codeField),
  z.strictObject(recoveryCodeField),
  z.strictObject(passkeyField),
])
export type ReauthenticationCredential = z.infer<typeof ReauthenticationCredential>

/** An authenticator app that is not yet confirmed by its first code. */
export const AuthenticatorAppSetup = z.strictObject({
  /** Base32, to type in. */
  secret: z.string(),
  /** `otpauth://totp/…`, to show as a QR code. */
  uri: z.string(),
})
export type AuthenticatorAppSetup = z.infer<typeof AuthenticatorAppSetup>

/** The first code of a new authenticator app. */
export const AuthenticatorAppConfirmation = z.strictObject(codeField)
export type AuthenticatorAppConfirmation = z.infer<typeof AuthenticatorAppConfirmation>

/** Recovery codes, shown only once: only their hashes are stored. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
