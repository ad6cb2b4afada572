/**
 * What the front ends and svc-auth say to each other under `/api/auth`.
 *
 * Names and shapes follow the specification, sections 3 and 7; `turnstileToken` is the wire name of
 * the human-verification token whatever widget made it.
 */
import { z } from 'zod'

/** An e-mail address as people type it; compared in its lower-case form. At most 254 characters (RFC 5321). */
export const Email = z.email().max(254)

/** What {@link RegisterRequest} must carry while the verification is switched off for registration. */
export const VERIFICATION_PLACEHOLDER = 'disabled-for-testing'

/** POST /api/auth/register */
export const RegisterRequest = z.strictObject({
  email: Email,
  password: z.string().max(1024),
  firstName: z.string().trim().min(1).max(100).optional(),
  lastName: z.string().trim().min(1).max(100).optional(),
  turnstileToken: z.string().max(4096).optional(),
})
export type RegisterRequest = z.infer<typeof RegisterRequest>

/** POST /api/auth/login */
export const LoginRequest = z.strictObject({
  email: Email,
  password: z.string().min(1).max(1024),
  turnstileToken: z.string().max(4096).optional(),
})
export type LoginRequest = z.infer<typeof LoginRequest>

/** A person as the front ends know them. Absent fields are null. */
export const User = z.strictObject({
  id: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  walletAddress: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** The workspace everything this person makes belongs to. */
  workspaceId: z.string(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** Answer to login and register. `token` is a JWT (ES256) whose session lives in Redis. */
export const SignedIn = z.strictObject({ user: User, token: z.string() })
export type SignedIn = z.infer<typeof SignedIn>

/** Answer to GET /api/auth/me. */
export const Me = z.strictObject({ user: User })
export type Me = z.infer<typeof Me>

/** What a service reads from Redis at `session:<sid>`; svc-auth writes it, all services read it. */
export const SessionRecord = z.object({
  accountId: z.string(),
  workspaceId: z.string(),
  /** Milliseconds since the Unix epoch. */
  startedAtMs: z.number().int(),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** What the session token says; everything else is looked up. */
export const TokenClaims = z.object({
  /** Account id. */
  sub: z.string(),
  /** Session id: the key in Redis is `session:<sid>`. */
  sid: z.string(),
  exp: z.number().int(),
})
export type TokenClaims = z.infer<typeof TokenClaims>

/** `aud` and `iss` of every session token. */
export const TOKEN_AUDIENCE = 'inkproof'
