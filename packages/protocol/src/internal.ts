/**
 * Calls between services. They are under /internal/, which the gateway does not route, and are signed by the
 * calling service.
 *
 * Each call transmits the current state instead of an event, so repeating a call or receiving two calls in the wrong
 * order is harmless.
 */
import * as z from 'zod'
import { ShownBranding } from './branding.ts'
import { Certificate, CertifyRequest, ClaimJson, OpeningJson } from './certificates.ts'
import { pageOf } from './page.ts'
import { CredentialId, PasskeyJwk } from './passkey-keys.ts'
import { QUOTA_KINDS, Quota } from './quotas.ts'

/** A call from one service to another: always POST with a JSON body; the response is 200 with a JSON body. */
export type InternalCall<
  Body extends z.core.$ZodType = z.core.$ZodType,
  Response extends z.core.$ZodType = z.core.$ZodType,
> = { path: `/internal/${string}`; body: Body; response: Response }

function defineInternalCall<Body extends z.core.$ZodType, Response extends z.core.$ZodType>(
  call: InternalCall<Body, Response>,
): InternalCall<Body, Response> {
  return call
}

/** Whether the called service has completed the request; if not, the caller repeats the call later. */
const Completion = z.strictObject({ done: z.boolean() })

/** An account was deleted: the service deletes or unlinks its data about the user. */
export const accountEnded = defineInternalCall({
  path: '/internal/account-ended',
  body: z.strictObject({ accountId: z.string() }),
  response: Completion,
})

/**
 * The current state of a workspace, after a rename, a change of members or its deletion. `version` increases with
 * every change: a service that stores any of this ignores versions older than the one it has stored.
 */
export const workspaceChanged = defineInternalCall({
  path: '/internal/workspace-changed',
  body: z.strictObject({
    workspaceId: z.string(),
    version: z.int(),
    name: z.string(),
    members: z.array(
      z.strictObject({ accountId: z.string(), role: z.enum(['owner', 'member', 'viewer']) }),
    ),
    /** The workspace has no members left and is permanently deleted. */
    ended: z.boolean(),
  }),
  response: Completion,
})

/**
 * A service's data about a user, a page at a time, for the user's data export. Each record has a `kind`; `next`
 * requests the following page and is null on the last one.
 */
export const personalData = defineInternalCall({
  path: '/internal/personal-data',
  body: z.strictObject({ accountId: z.string(), after: z.nullable(z.string()) }),
  response: pageOf({ records: z.array(z.looseObject({ kind: z.string() })) }),
})

/** As {@link OpeningJson}, but a step has longer claims: reasons, and the digests of up to 100 statements. */
const StepOpening = z.strictObject({
  ...OpeningJson.shape,
  claims: z
    .array(
      z.strictObject({
        ...ClaimJson.shape,
        value: z
          .string()
          .max(10_000)
          .regex(/^\P{Surrogate}*$/u, 'expected well-formed text'),
      }),
    )
    .max(16),
})

/** Maximum number of openings in one call of {@link appendSteps}. */
export const MAX_STEPS_PER_CALL = 100

/**
 * Answered by svc-documents: adds the steps of a signing request to the public record. Each is of kind 5, or of kind 2
 * if it ends a request, and then names an entry of kind 5. The same opening always gets the same index.
 */
export const appendSteps = defineInternalCall({
  path: '/internal/append-steps',
  body: z.strictObject({ openings: z.array(StepOpening).min(1).max(MAX_STEPS_PER_CALL) }),
  response: z.strictObject({ indexes: z.array(z.int()) }),
})

/**
 * Answered by svc-documents: the proof file of a step's entry. Null while no signed state of the record covers it.
 * `isAnchored`: whether the proof refers to a block.
 */
export const proveStep = defineInternalCall({
  path: '/internal/prove-step',
  body: z.strictObject({ opening: StepOpening }),
  response: z.strictObject({ proof: z.string().nullable(), isAnchored: z.boolean() }),
})

/** Answered by svc-documents: the origin of the public record, and the ID of the chain that anchors it. */
export const describeRecord = defineInternalCall({
  path: '/internal/record',
  body: z.strictObject({}),
  response: z.strictObject({ origin: z.string(), chainId: z.int() }),
})

/**
 * Answered by svc-documents: certifies a document that an account created in another service. It does not count
 * towards the account's daily allowance. Repeating the call returns the same certificate.
 */
export const certifyForAccount = defineInternalCall({
  path: '/internal/certify',
  body: z.strictObject({
    accountId: z.string(),
    workspaceId: z.string(),
    certificate: CertifyRequest,
  }),
  response: z.strictObject({ certificate: Certificate }),
})

/** Answered by svc-auth: how an account is named and reached. Null if there is no such account in the workspace. */
export const accountContact = defineInternalCall({
  path: '/internal/account-contact',
  body: z.strictObject({ accountId: z.string(), workspaceId: z.string() }),
  response: z.strictObject({
    contact: z.nullable(
      z.strictObject({
        /** Null if the account has none. */
        email: z.nullable(z.string()),
        isEmailConfirmed: z.boolean(),
        firstName: z.nullable(z.string()),
        lastName: z.nullable(z.string()),
        /** BCP 47 tag. */
        language: z.string(),
        workspaceName: z.string(),
      }),
    ),
  }),
})

/** Answered by svc-auth: the addresses of an account's wallets, lower case with 0x; none if there is no such account. */
export const accountWallets = defineInternalCall({
  path: '/internal/account-wallets',
  body: z.strictObject({ accountId: z.string() }),
  response: z.strictObject({ wallets: z.array(z.string()) }),
})

/**
 * Answered by svc-auth: the public key of a passkey. `accountId`: the account that must have it; null for any. `passkey` is null if
 * no such account has it, `publicKey` if its key is of a kind that cannot sign documents.
 */
export const passkeyKey = defineInternalCall({
  path: '/internal/passkey-key',
  body: z.strictObject({ credentialId: CredentialId, accountId: z.nullable(z.string()) }),
  response: z.strictObject({
    passkey: z.nullable(z.strictObject({ publicKey: z.nullable(PasskeyJwk) })),
  }),
})

/**
 * Answered by svc-auth: counts something that a workspace starts towards its quota of the month. `isWithin`: whether it may be
 * started. Repeating the call with the same `kind` and `subject` counts nothing.
 */
export const consumeQuota = defineInternalCall({
  path: '/internal/consume-quota',
  body: z.strictObject({
    workspaceId: z.string(),
    kind: z.enum(QUOTA_KINDS),
    subject: z.string(),
  }),
  response: z.strictObject({ isWithin: z.boolean(), quota: Quota }),
})

/**
 * Answered by svc-auth: what the signing requests of a workspace show besides names. Null if the workspace does not exist or
 * has set nothing.
 */
export const workspaceBranding = defineInternalCall({
  path: '/internal/workspace-branding',
  body: z.strictObject({ workspaceId: z.string() }),
  response: z.strictObject({
    branding: z.nullable(ShownBranding),
    /** Where replies to the workspace's e-mails go; null for nowhere. */
    replyTo: z.nullable(z.string()),
  }),
})

/** Answered by svc-auth: the logo at an address of {@link workspaceBranding}, as base64. Null if it was replaced or removed. */
export const workspaceLogo = defineInternalCall({
  path: '/internal/workspace-logo',
  body: z.strictObject({ url: z.string() }),
  response: z.strictObject({ png: z.nullable(z.base64()) }),
})
