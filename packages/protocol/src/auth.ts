/**
 * People as the front ends know them, and the shapes of registering and signing in.
 *
 * Names and shapes follow the specification, sections 3 and 7; `turnstileToken` is the wire name of the
 * human-verification token, whatever widget created it.
 */
import * as z from 'zod/mini'

/** An e-mail address as typed; compared in lower case. At most 254 characters (RFC 5321). */
export const Email = z.email().check(z.maxLength(254))

/** What {@link RegisterRequest} must contain while registration requires no verification. */
export const VERIFICATION_PLACEHOLDER = 'disabled-for-testing'

/** `turnstileToken`: the length of a provider's tokens is unspecified and can be several kilobytes. */
export const VerificationToken = z.string().check(z.maxLength(8192))

/**
 * A person's name of 1 to 100 characters. Lone surrogates are rejected, because they would be stored as another
 * text than was sent, and so are line breaks, because names appear within lines of e-mails and pages.
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

/** The data of a new account. */
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

/** A role in a workspace: full access, everything except members and name, or read only. */
export const Role = z.enum(['owner', 'member', 'viewer'])
export type Role = z.infer<typeof Role>

/** The sign-in method of a session. */
export const SignInWay = z.enum(['password', 'wallet', 'passkey', 'provider'])
export type SignInWay = z.infer<typeof SignInWay>

/** A person as front ends see them. Absent fields are null. */
export const User = z.strictObject({
  id: z.string(),
  email: z.nullable(z.string()),
  /** False until the link mailed to the address was used; does not restrict anything. */
  emailConfirmed: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  walletAddress: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** The workspace of this session: what the person creates belongs to it. */
  workspaceId: z.string(),
  /** The person's role there. */
  role: Role,
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** Response to login and register. `token` is a JWT (ES256) whose session is stored in Redis. */
export const SignedIn = z.strictObject({ user: User, token: z.string() })
export type SignedIn = z.infer<typeof SignedIn>

/** The second factors: an authenticator app, a recovery code, a passkey. */
export const FactorMethod = z.enum(['app', 'recovery', 'passkey'])
export type FactorMethod = z.infer<typeof FactorMethod>

/** Response (202) if the first factor was right and a second one is required: there is no session yet. */
export const SecondFactorNeeded = z.strictObject({
  secondFactor: z.strictObject({
    /** Identifies the pending sign-in; known to this browser only. */
    id: z.string(),
    methods: z.array(FactorMethod).check(z.minLength(1)),
    expiresAt: z.iso.datetime(),
  }),
})
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>

/** The response of every sign-in method. */
export const SignInAnswer = z.union([SignedIn, SecondFactorNeeded])
export type SignInAnswer = z.infer<typeof SignInAnswer>

/** The user of a session. */
export const Me = z.strictObject({ user: User })
export type Me = z.infer<typeof Me>

export const SessionRecord = z.object({
  accountId: z.string(),
  workspaceId: z.string(),
  /** A record without a role gives no write access. */
  role: z._default(Role, 'viewer'),
  /** The account's epoch when the session began or was last kept; sessions of an earlier epoch have ended. */
  epoch: z._default(z.int(), 0),
  /** Milliseconds since the Unix epoch. */
  startedAtMs: z.int(),
  /** When the person last confirmed their identity, at sign-in or later: milliseconds since the Unix epoch. */
  provedAtMs: z._default(z.int(), 0),
  way: z._default(SignInWay, 'password'),
  /** Browser and operating system, such as `Firefox on Linux`, or `unknown` (packages/texts, origin.ts). */
  device: z._default(z.string(), 'unknown'),
  /** Where it was started: the client's address, and the country's code, `local` or `unknown`. */
  address: z._default(z.string(), ''),
  place: z._default(z.string(), ''),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** The claims of a session token; everything else is looked up. */
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
