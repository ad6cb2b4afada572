/**
 * Accounts. `_id` is stored in the identity row, so the first of several concurrent registrations creates the account
 * and the others get a duplicate-key error.
 *
 * All state that controls access to an account is in this one document, and each change compares `version`
 * (account-store.ts `change`), so "an account always has a sign-in method" holds under concurrent calls.
 */
import { type Connection, type InferRawDocTypeFromSchema, Schema } from 'mongoose'

const subdocument = { _id: false, strict: 'throw' as const }

const walletSchema = new Schema(
  { address: { type: String, required: true }, addedAt: { type: Date, required: true } },
  subdocument,
)

const passkeySchema = new Schema(
  {
    /** Credential id and COSE public key, base64url. */
    id: { type: String, required: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    transports: { type: [String], required: true },
    name: { type: String, required: true },
    addedAt: { type: Date, required: true },
    usedAt: { type: Date, default: null },
  },
  subdocument,
)

const providerSchema = new Schema(
  {
    /** The provider account's key in its identity (identities.ts): SHA-256 of issuer and subject. */
    id: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, default: null },
    addedAt: { type: Date, required: true },
  },
  subdocument,
)

const appSchema = new Schema(
  {
    /** The shared secret of the authenticator app, encrypted under AUTH_KEY. */
    secret: { type: String, required: true },
    /** Null until the first code was verified; until then no second factor is required. */
    confirmedAt: { type: Date, default: null },
    /** The last time step used, so that no code works twice. */
    usedStep: { type: Number, default: 0 },
  },
  subdocument,
)

const deviceSchema = new Schema(
  {
    /** SHA-256 of the browser's cookie. */
    mark: { type: String, required: true },
    label: { type: String, required: true },
    firstAt: { type: Date, required: true },
  },
  subdocument,
)

const reservedSchema = new Schema(
  { email: { type: String, required: true }, until: { type: Date, required: true } },
  subdocument,
)

const owedSchema = new Schema(
  {
    /** When the account was changed. */
    at: { type: Date, required: true },
    /** Id of the session that stays open. */
    keep: { type: String, default: null },
    /** Whether open password-reset links are withdrawn. */
    resets: { type: Boolean, required: true },
    /** Whether the account leaves its shared workspaces. */
    leave: { type: Boolean, required: true },
    /** Events to record and mail to the owner; each has a cause, so it is recorded only once. */
    tell: { type: [Schema.Types.Mixed], required: true },
  },
  subdocument,
)

const accountSchema = new Schema(
  {
    _id: { type: String, required: true },
    /** Incremented by each change to this document. */
    version: { type: Number, required: true },
    /** Incremented by each change that ends the account's sessions; this also voids sign-ins in progress. */
    epoch: { type: Number, required: true },
    /** As entered; the identity has it in lower case. Null for accounts created with a wallet or passkey. */
    email: { type: String, default: null },
    emailConfirmedAt: { type: Date, default: null },
    /** When its owner first solved a human verification as this account (verified-person.ts). */
    humanVerifiedAt: { type: Date, default: null },
    /** The previous address: it cannot be used to sign in, and is reserved while the change can be undone. */
    reserved: { type: reservedSchema, default: null },
    firstName: { type: String, default: null },
    lastName: { type: String, default: null },
    /** Argon2id in the PHC string format, which includes salt and cost. */
    passwordHash: { type: String, default: null },
    wallets: { type: [walletSchema], required: true },
    passkeys: { type: [passkeySchema], required: true },
    providers: { type: [providerSchema], required: true },
    app: { type: appSchema, default: null },
    /** A keyed hash of each unused recovery code. */
    recoveryCodes: { type: [String], required: true },
    devices: { type: [deviceSchema], required: true },
    /**
     * Effects of the last change on other stores, mainly ending sessions: written with the change, applied before
     * the call returns, and retried by a sweep if that fails (sessions/finalize-account-change.ts).
     */
    owed: { type: owedSchema, default: null },
    pictureId: { type: String, default: null },
    /** The personal workspace created at sign-up. */
    workspaceId: { type: String, required: true, immutable: true },
    /** The workspace of the next session; null for the personal one. */
    lastWorkspaceId: { type: String, default: null },
    /** When the account will be deleted, if its owner requested that. */
    deleteAt: { type: Date, default: null },
    /** When the deletion started; from then on nobody can sign in to the account or change it (deletion/). */
    goneAt: { type: Date, default: null },
    /** When a sweep last tried to continue the deletion; sweeps continue the least recently tried deletions first. */
    removalTriedAt: { type: Date, default: null },
    /** When all other services last confirmed that they no longer store data about the user. */
    endedElsewhereAt: { type: Date, default: null },
    /** When a sweep found that the last e-mail was sent or permanently rejected. */
    lastEmailDoneAt: { type: Date, default: null },
    createdAt: { type: Date, required: true, immutable: true },
  },
  { collection: 'accounts', strict: 'throw', versionKey: false, autoIndex: false },
)
// Finds accounts that are due for deletion.
accountSchema.index({ deleteAt: 1 })
// Finds accounts whose deletion has started.
accountSchema.index({ goneAt: 1 })
// Finds accounts with pending effects.
accountSchema.index({ 'owed.at': 1 })

export type AccountRow = InferRawDocTypeFromSchema<typeof accountSchema>

export type AccountModel = ReturnType<typeof accountModel>

export function accountModel(connection: Connection) {
  return connection.model('Account', accountSchema)
}
