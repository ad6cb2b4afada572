import type { PasskeyProof } from '@inkproof/protocol/passkey-keys'
import type { SigningKeyPair } from '@inkproof/signing/p256'
import type { WalletKey } from '@inkproof/signing/public-key'
import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { ME, type PlacedField, type ReadyDraft } from '../editor/draft.ts'

/** What the user entered for an envelope, without the file, which the service has. */
export type EnteredEnvelope = Omit<ReadyDraft, 'envelopeId' | 'file'> & {
  envelope: string
  accountId: string
  /** SHA-256 of the uploaded file, lower-case hex. */
  upload: string
}

/** As any release has stored it. The first release knew only the sender as the signer. */
type StoredEntered =
  | EnteredEnvelope
  | (Pick<EnteredEnvelope, 'envelope' | 'accountId' | 'upload' | 'title'> & {
      recipients?: undefined
      signerName: string
      fields: Omit<PlacedField, 'recipient'>[]
    })

/** The request that was or will be sent. It is stored first, so that a repetition is identical. */
export type StoredStatement = { signedStatement: string; appearances: string[] }

type KeyOwner = {
  envelope: string
  recipient: string
  accountId: string
  statement: StoredStatement | null
}

/** A key of this browser for a recipient of an envelope. Its private part cannot be exported. */
export type BrowserKey = SigningKeyPair & KeyOwner

/**
 * The key of a wallet with which a recipient signs. `walletSignature`: the proof that it is for them, 0x and hex; null if it was
 * bound in another browser.
 */
export type OwnWalletKey = KeyOwner & { publicKey: WalletKey; walletSignature: string | null }

/**
 * A passkey with which a recipient signs. The service knows its public key. `proof`: what it signed to show that it is for them; null
 * if it was bound in another browser.
 */
export type OwnPasskey = KeyOwner & { passkey: { id: string; proof: PasskeyProof | null } }

export type StoredKey = BrowserKey | OwnWalletKey | OwnPasskey

export function isPasskey(key: StoredKey): key is OwnPasskey {
  return 'passkey' in key
}

export function isWalletKey(key: StoredKey): key is OwnWalletKey {
  return !isPasskey(key) && key.publicKey.type === 'wallet'
}

export function isBrowserKey(key: StoredKey): key is BrowserKey {
  return !isPasskey(key) && key.publicKey.type !== 'wallet'
}

interface Schema extends DBSchema {
  entered: { key: string; value: StoredEntered }
  keys: { key: [envelope: string, recipient: string]; value: StoredKey }
}

/** Reads what the user entered for an envelope; null if it was another account, or in another browser. */
export async function readEntered(
  envelope: string,
  accountId: string,
): Promise<EnteredEnvelope | null> {
  const stored = await use(
    async (db) => db.get('entered', envelope),
    () => memory.entered.get(envelope),
  )
  return stored?.accountId === accountId ? migrateEntered(stored) : null
}

function migrateEntered(stored: StoredEntered): EnteredEnvelope {
  if (stored.recipients !== undefined) return stored
  const { signerName: name, ...entered } = stored
  return {
    ...entered,
    message: '',
    expiresAfterDays: 7,
    reminders: null,
    recipients: [{ id: ME, name, email: null, role: 'signer', order: 1, accessCode: null }],
    fields: stored.fields.map((field) => ({ ...field, recipient: ME })),
  }
}

export async function writeEntered(entered: EnteredEnvelope): Promise<void> {
  await use(
    async (db) => void (await db.put('entered', entered)),
    () => void memory.entered.set(entered.envelope, entered),
  )
}

/** Reads the key of a recipient; null if this browser has none for this account. */
export async function readKey(
  envelope: string,
  recipient: string,
  accountId: string,
): Promise<StoredKey | null> {
  const stored = await use(
    async (db) => db.get('keys', [envelope, recipient]),
    () => memory.keys.get(keyOf({ envelope, recipient })),
  )
  return stored?.accountId === accountId ? stored : null
}

/** Stores a key, or a key's statement, unless another tab was faster. Returns what is stored. */
export function writeKeyOnce(key: StoredKey): Promise<StoredKey> {
  return use(
    async (db) => {
      const { done, store } = db.transaction('keys', 'readwrite')
      const stored = await store.get([key.envelope, key.recipient])
      const result = chooseKey(stored, key)
      if (result === key) await store.put(key)
      await done
      return result
    },
    () => {
      const result = chooseKey(memory.keys.get(keyOf(key)), key)
      memory.keys.set(keyOf(key), result)
      return result
    },
  )
}

/** Stores another key than the one before, because the person has chosen another kind, and returns it. */
export async function replaceKey<Key extends StoredKey>(key: Key): Promise<Key> {
  await use(
    async (db) => void (await db.put('keys', key)),
    () => void memory.keys.set(keyOf(key), key),
  )
  return key
}

/** Removes a key that the service refused. */
export async function removeKey(key: StoredKey): Promise<void> {
  await use(
    async (db) => db.delete('keys', [key.envelope, key.recipient]),
    () => void memory.keys.delete(keyOf(key)),
  )
}

/** Removes a statement that the service refused, so that the user can sign again with the same key. */
export async function removeStatement(key: StoredKey): Promise<void> {
  const value = { ...key, statement: null }
  await use(
    async (db) => void (await db.put('keys', value)),
    () => void memory.keys.set(keyOf(key), value),
  )
}

/** Removes everything about an envelope that has ended. */
export async function removeEnvelope(envelope: string): Promise<void> {
  await use(
    async (db) => {
      const { done, objectStore } = openBoth(db)
      await objectStore('entered').delete(envelope)
      await objectStore('keys').delete(IDBKeyRange.bound([envelope], [envelope, []]))
      await done
    },
    () => {
      memory.entered.delete(envelope)
      for (const [key, value] of memory.keys)
        if (value.envelope === envelope) memory.keys.delete(key)
    },
  )
}

function openBoth(db: IDBPDatabase<Schema>) {
  const transaction = db.transaction(['entered', 'keys'], 'readwrite')
  return { done: transaction.done, objectStore: transaction.objectStore.bind(transaction) }
}

/** The key stays; only a first statement is added to it. */
function chooseKey(stored: StoredKey | undefined, key: StoredKey): StoredKey {
  if (stored === undefined || stored.accountId !== key.accountId) return key
  return stored.statement === null && key.statement !== null ? key : stored
}

function keyOf({ envelope, recipient }: Pick<StoredKey, 'envelope' | 'recipient'>): string {
  return `${envelope} ${recipient}`
}

/** Used while the browser forbids databases or its disk is full: the data is then lost with the page. */
const memory = {
  entered: new Map<string, EnteredEnvelope>(),
  keys: new Map<string, StoredKey>(),
}

let opened: Promise<IDBPDatabase<Schema>> | undefined
let isFailureReported = false

async function use<Result>(
  withDb: (db: IDBPDatabase<Schema>) => Promise<Result>,
  withoutDb: () => Result,
): Promise<Result> {
  try {
    opened ??= open()
    return await withDb(await opened)
  } catch {
    opened = undefined
    reportFailure()
    return withoutDb()
  }
}

function reportFailure(): void {
  if (isFailureReported) return
  isFailureReported = true
  toast({
    title: t('This browser could not save your signing key'),
    description: t('Do not close or reload this page until you have signed.'),
    variant: 'error',
  })
}

async function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('inkproof-signing-keys', 1, {
    upgrade(db) {
      db.createObjectStore('entered', { keyPath: 'envelope' })
      db.createObjectStore('keys', { keyPath: ['envelope', 'recipient'] })
    },
    terminated() {
      opened = undefined
    },
  })
}
