/**
 * Accounts: `_id` is named by the identity that leads to it, so the first of several racing
 * registrations writes it and the others find the key taken.
 *
 * Everything that decides about an account is in this one document and changes by comparing `version`
 * (account-store.ts `change`), so that "never the last way in" holds however many calls race.
 */
import { type Connection, type InferRawDocTypeFromSchema, Schema } from 'mongoose'

const part = { _id: false, strict: 'throw' as const }

const walletSchema = new Schema(
  { address: { type: String, required: true }, addedAt: { type: Date, required: true } },
  part,
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
  part,
)

const providerSchema = new Schema(
  {
    /** The identity's own key: SHA-256 of issuer and subject. */
    id: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, default: null },
    addedAt: { type: Date, required: true },
  },
  part,
)

const appSchema = new Schema(
  {
    /** The shared secret of the authenticator app, encrypted under AUTH_KEY. */
    secret: { type: String, required: true },
    /** Null until the first code was right: until then nothing is asked for. */
    confirmedAt: { type: Date, default: null },
    /** The newest time step that was used: no code works twice. */
    usedStep: { type: Number, default: 0 },
  },
  part,
)

const deviceSchema = new Schema(
  {
    /** SHA-256 of the mark the browser keeps as a cookie. */
    mark: { type: String, required: true },
    label: { type: String, required: true },
    firstAt: { type: Date, required: true },
  },
  part,
)

const reservedSchema = new Schema(
  { email: { type: String, required: true }, until: { type: Date, required: true } },
  part,
)

const owedSchema = new Schema(
  {
    at: { type: Date, required: true },
    /** The one session of before that goes on. */
    keep: { type: String, default: null },
    /** Whether open reset links are taken back. */
    resets: { type: Boolean, required: true },
    /** Whether the account leaves the workspaces it shares. */
    leave: { type: Boolean, required: true },
    /** What the owner is told: events, each with its cause, so that it is told once. */
    tell: { type: [Schema.Types.Mixed], required: true },
  },
  part,
)

const accountSchema = new Schema(
  {
    _id: { type: String, required: true },
    /** Counts the changes of this document; each is made by comparing it. */
    version: { type: Number, required: true },
    /** Grows whenever all sessions end: a sign-in that began before has no effect after. */
    epoch: { type: Number, required: true },
    /** As typed; compared in lower case by its identity. Null for people who came by wallet or passkey. */
    email: { type: String, default: null },
    emailConfirmedAt: { type: Date, default: null },
    /** The address before: it opens nothing, and nobody else takes it while the change can be undone. */
    reserved: { type: reservedSchema, default: null },
    firstName: { type: String, default: null },
    lastName: { type: String, default: null },
    /** Argon2id in the PHC string format; it carries its own salt and cost. */
    passwordHash: { type: String, default: null },
    wallets: { type: [walletSchema], required: true },
    passkeys: { type: [passkeySchema], required: true },
    providers: { type: [providerSchema], required: true },
    app: { type: appSchema, default: null },
    /** A keyed hash of each recovery code that was not used yet. */
    recoveryCodes: { type: [String], required: true },
    devices: { type: [deviceSchema], required: true },
    /**
     * What the last change still has to bring about elsewhere, above all the end of sessions: written with
     * the change, done before its call answers, and swept where that failed (sessions/finalize-account-change.ts).
     */
    owed: { type: owedSchema, default: null },
    pictureId: { type: String, default: null },
    /** The personal workspace made at sign-up. */
    workspaceId: { type: String, required: true, immutable: true },
    /** Where the next session works; null is the personal one. */
    lastWorkspaceId: { type: String, default: null },
    /** When the account goes, where its owner has asked for that. */
    deleteAt: { type: Date, default: null },
    /** Since when the account is being removed: nothing leads into it any more (deletion/). */
    goneAt: { type: Date, default: null },
    /** When all other services last said that they keep nothing that leads to the person. */
    endedElsewhereAt: { type: Date, default: null },
    createdAt: { type: Date, required: true, immutable: true },
  },
  { collection: 'accounts', strict: 'throw', versionKey: false, autoIndex: false },
)
// Those whose day has come.
accountSchema.index({ deleteAt: 1 })

accountSchema.index({ 'owed.at': 1 })

export type AccountRow = InferRawDocTypeFromSchema<typeof accountSchema>

/** The collection. */
export type AccountModel = ReturnType<typeof accountModel>

export function accountModel(connection: Connection) {
  return connection.model('Account', accountSchema)
}
