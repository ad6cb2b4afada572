/**
 * What the front ends and svc-auth say to each other under `/api/auth`.
 *
 * Names and shapes follow the specification, sections 3 and 7; `turnstileToken` is the wire name of
 * the human-verification token whatever widget made it.
 */
import * as z from 'zod/mini'

/** An e-mail address as people type it; compared in its lower-case form. At most 254 characters (RFC 5321). */
export const Email = z.email().check(z.maxLength(254))

/** What {@link RegisterRequest} must carry while the verification is switched off for registration. */
export const VERIFICATION_PLACEHOLDER = 'disabled-for-testing'

/** `turnstileToken`: a provider's tokens have no stated length, and grow to some kilobytes. */
export const VerificationToken = z.string().check(z.maxLength(8192))

/**
 * A name somebody gives, of 1 to 100 characters. Half a surrogate pair is no character: it would be stored as
 * another text than was sent. Names stand within lines of mails and pages, so they break none.
 */
export const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(100),
    z.regex(
      /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u,
      'expected one line, without tabs or other control characters',
    ),
  )

/** An account that is to be created. */
export const RegisterRequest = z.strictObject({
  email: Email,
  password: z.string().check(z.maxLength(1024)),
  firstName: z.optional(Name),
  lastName: z.optional(Name),
  turnstileToken: z.optional(VerificationToken),
})
export type RegisterRequest = z.infer<typeof RegisterRequest>

/** Signing in with a password. */
export const LoginRequest = z.strictObject({
  email: Email,
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  turnstileToken: z.optional(VerificationToken),
})
export type LoginRequest = z.infer<typeof LoginRequest>

/** What a person may do in a workspace: all, all but members and name, or only read. */
export const Role = z.enum(['owner', 'member', 'viewer'])
export type Role = z.infer<typeof Role>

/** How somebody came in. */
export const SignInWay = z.enum(['password', 'wallet', 'passkey', 'provider'])
export type SignInWay = z.infer<typeof SignInWay>

/** A person as the front ends know them. Absent fields are null. */
export const User = z.strictObject({
  id: z.string(),
  email: z.nullable(z.string()),
  /** False until the link mailed to the address was used; blocks nothing. */
  emailConfirmed: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  walletAddress: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** The workspace this session works in: what the person makes belongs to it. */
  workspaceId: z.string(),
  /** What they may do there. */
  role: Role,
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** Answer to login and register. `token` is a JWT (ES256) whose session lives in Redis. */
export const SignedIn = z.strictObject({ user: User, token: z.string() })
export type SignedIn = z.infer<typeof SignedIn>

/** What a second factor can be shown by: an authenticator app, a recovery code, a passkey. */
export const FactorMethod = z.enum(['app', 'recovery', 'passkey'])
export type FactorMethod = z.infer<typeof FactorMethod>

/** Answer (202) where the first factor was right and a second one is asked for: no session yet. */
export const SecondFactorNeeded = z.strictObject({
  secondFactor: z.strictObject({
    /** Names the sign-in under way; known to this browser only. */
    id: z.string(),
    methods: z.array(FactorMethod).check(z.minLength(1)),
    expiresAt: z.iso.datetime(),
  }),
})
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>

/** What every way of signing in answers. */
export const SignInAnswer = z.union([SignedIn, SecondFactorNeeded])
export type SignInAnswer = z.infer<typeof SignInAnswer>

/** The user whom a session belongs to. */
export const Me = z.strictObject({ user: User })
export type Me = z.infer<typeof Me>

/** What a service reads from Redis at `session:<sid>`; svc-auth writes it, all services read it. */
export const SessionRecord = z.object({
  accountId: z.string(),
  workspaceId: z.string(),
  /** A record that does not say it lets nobody write. */
  role: z._default(Role, 'viewer'),
  /** The account's epoch when the session began, or when it was last kept: those of an earlier one have ended. */
  epoch: z._default(z.int(), 0),
  /** Milliseconds since the Unix epoch. */
  startedAtMs: z.int(),
  /** When the person last showed who they are, by sign-in or again: milliseconds since the Unix epoch. */
  provedAtMs: z._default(z.int(), 0),
  way: z._default(SignInWay, 'password'),
  /** Browser and system in words, such as `Firefox on Linux`. */
  device: z._default(z.string(), 'Unknown device'),
  /** Where it was started from: the client's address, and a country in words where one is known. */
  address: z._default(z.string(), ''),
  place: z._default(z.string(), ''),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** What the session token says; everything else is looked up. */
export const TokenClaims = z.object({
  /** Account id. */
  sub: z.string(),
  /** Session id: the key in Redis is `session:<sid>`. */
  sid: z.string(),
  exp: z.int(),
})
export type TokenClaims = z.infer<typeof TokenClaims>

/** `aud` and `iss` of every session token. */
export const TOKEN_AUDIENCE = 'inkproof'
