/**
 * Options of the browser's passkey dialogs: the JSON forms of W3C WebAuthn 3 (§5.1.9, §5.1.10).
 *
 * Each contains a challenge that is valid for `CHALLENGE_TTL_SECONDS`, once, and only in the browser that requested it.
 */
import * as z from 'zod/mini'

/** Identifies one passkey and how to reach it. */
const PasskeyDescriptor = z.strictObject({
  id: z.string(),
  /** `public-key`. */
  type: z.string(),
  transports: z.optional(z.array(z.string())),
})

const Extensions = z.strictObject({ credProps: z.optional(z.boolean()) })
const Requirement = z.enum(['required', 'preferred', 'discouraged'])
const common = { challenge: z.string(), timeout: z.optional(z.number()) }

/** For `navigator.credentials.create()`. */
export const PasskeyCreationOptions = z.strictObject({
  ...common,
  rp: z.strictObject({ id: z.optional(z.string()), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  /** COSE algorithm numbers, the preferred one first. */
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.number() })),
  attestation: z.optional(z.enum(['direct', 'enterprise', 'indirect', 'none'])),
  excludeCredentials: z.optional(z.array(PasskeyDescriptor)),
  authenticatorSelection: z.optional(
    z.strictObject({
      residentKey: z.optional(Requirement),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(Requirement),
    }),
  ),
  extensions: z.optional(Extensions),
  hints: z.optional(z.array(z.string())),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/** For `navigator.credentials.get()`. Without `allowCredentials` the browser offers all passkeys of this site. */
export const PasskeyRequestOptions = z.strictObject({
  ...common,
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(PasskeyDescriptor)),
  userVerification: z.optional(Requirement),
  extensions: z.optional(Extensions),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>
