/**
 * Users as front ends see them, and the requests and responses of registering and signing in.
 *
 * Names and shapes follow the specification, sections 3 and 7; `turnstileToken` is the wire name of the
 * human-verification token, whichever widget created it.
 */
import * as z from 'zod/mini'
import { Email } from './email-address.ts'
import { lineText } from './plain-text.ts'

/** The token to send in {@link RegisterRequest} while registration requires no verification. */
export const VERIFICATION_PLACEHOLDER = 'disabled-for-testing'

/** The `turnstileToken`. Providers do not specify its length; it can be several kilobytes. */
export const VerificationToken = z.string().check(z.maxLength(8192))

/** A name of 1 to 100 characters, as a person enters it. For requests only: see plain-text.ts. */
export const Name = lineText(100)

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

/** How the user of a session signed in. */
export const SignInMethod = z.enum(['password', 'wallet', 'passkey', 'provider'])
export type SignInMethod = z.infer<typeof SignInMethod>

/** A person as front ends see them. Absent fields are null. */
export const User = z.strictObject({
  id: z.string(),
  email: z.nullable(z.string()),
  /** False until the link mailed to the address is used. See `isVerifiedPerson` of a session for what that permits. */
  emailConfirmed: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  walletAddress: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** The workspace of this session, which owns everything the user creates in it. */
  workspaceId: z.string(),
  /** The person's role in that workspace. */
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

/** Response (202) if the first factor is correct and a second one is required. There is no session yet. */
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
export const SignInResponse = z.union([SignedIn, SecondFactorNeeded])
export type SignInResponse = z.infer<typeof SignInResponse>

/** The user of a session. */
export const Me = z.strictObject({ user: User })
export type Me = z.infer<typeof Me>

/** A session as stored in Redis. */
export const SessionRecord = z.object({
  accountId: z.string(),
  workspaceId: z.string(),
  /** A record without a role grants no write access. */
  role: z._default(Role, 'viewer'),
  /**
   * The account's epoch when the session started or last survived an account change that ended the other sessions.
   * Sessions from earlier epochs are invalid.
   */
  epoch: z._default(z.int(), 0),
  /** Milliseconds since the Unix epoch. */
  startedAtMs: z.int(),
  /** When the user last confirmed their identity, at sign-in or later: milliseconds since the Unix epoch. */
  provedAtMs: z._default(z.int(), 0),
  /**
   * Whether the account is verified: its address is confirmed, its owner has solved a human verification, or
   * an external sign-in provider is linked. Certificates require it on a public origin.
   */
  isVerifiedPerson: z._default(z.boolean(), false),
  way: z._default(SignInMethod, 'password'),
  /** Browser and operating system, such as `Firefox on Linux`, or `unknown` (packages/texts, origin.ts). */
  device: z._default(z.string(), 'unknown'),
  /** Where the session was started: the client's IP address, and a country code, `local` or `unknown`. */
  address: z._default(z.string(), ''),
  place: z._default(z.string(), ''),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** The claims of a session token; everything else is looked up. */
export const TokenClaims = z.object({
  /** Account id. */
  sub: z.string(),
  /** Session id: the key in Redis is `session:{<sub>}:<sid>`. */
  sid: z.string(),
  exp: z.int(),
})
export type TokenClaims = z.infer<typeof TokenClaims>

/** `aud` and `iss` of every session token. */
export const TOKEN_AUDIENCE = 'inkproof'
