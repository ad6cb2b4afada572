/**
 * The keys of the installation. They encrypt the key of each file, which is an age identity of its own, so the row of a
 * file is the only place from which it can be decrypted (docs/decisions/stored-files-are-age-files.md).
 */
import { StartRefused } from '@inkproof/service-kit/dependency'
import { armor, Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { unreadable } from './unreadable.ts'

/** What the key of a file is bound to: it opens no other file, and no row that was changed. */
export type BoundMetadata = {
  id: string
  owner: string
  mediaType: string
  size: number
  sha256: string
}

/** The key of a file as its row stores it: an armored age file, and the age recipient that it is encrypted for. */
export type WrappedKey = { wrappedKey: string; keyId: string }

export type FileKeys = {
  /** The age recipients of all keys; the first is that of the key that encrypts. Public. @throws StartRefused */
  keyIds(): Promise<readonly string[]>
  /** Encrypts the key of a file, given as an age identity. */
  wrap(identity: string, metadata: BoundMetadata): Promise<WrappedKey>
  /** Returns the age identity of a file. @throws AppError FILE_UNREADABLE */
  unwrap(wrapped: WrappedKey, metadata: BoundMetadata): Promise<string>
  /** Encrypts the key of a file under the current key. @throws AppError FILE_UNREADABLE */
  rewrap(wrapped: WrappedKey): Promise<WrappedKey>
}

/** @param identities `AGE-SECRET-KEY-1…`; the first one encrypts, all decrypt */
export function openFileKeys(identities: readonly string[]): FileKeys {
  let read: Promise<ReadonlyMap<string, string>> | undefined
  const byKeyId = () => {
    read ??= readRecipients(identities)
    return read
  }
  const keyIds = async () => [...(await byKeyId()).keys()]

  async function encrypt(text: string): Promise<WrappedKey> {
    const [keyId = ''] = await keyIds()
    const encrypter = new Encrypter()
    encrypter.addRecipient(keyId)
    return { wrappedKey: armor.encode(await encrypter.encrypt(text)), keyId }
  }

  async function decrypt({ wrappedKey, keyId }: WrappedKey): Promise<string> {
    const identity = (await byKeyId()).get(keyId)
    if (identity === undefined) throw unreadable(`FILE_KEYS lacks the key of ${keyId}`)
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    try {
      return await decrypter.decrypt(armor.decode(wrappedKey), 'text')
    } catch (error) {
      throw unreadable(`its key cannot be decrypted with that of ${keyId}`, error)
    }
  }

  return {
    keyIds,
    wrap: (identity, metadata) => encrypt(`${metadataLine(metadata)}\n${identity}\n`),
    unwrap: async (wrapped, metadata) => {
      const [line, identity = ''] = (await decrypt(wrapped)).split('\n')
      if (line !== metadataLine(metadata)) throw unreadable('its row does not belong to its key')
      return identity
    },
    rewrap: async (wrapped) => encrypt(await decrypt(wrapped)),
  }
}

async function readRecipients(identities: readonly string[]): Promise<Map<string, string>> {
  const recipients = new Map<string, string>()
  for (const [index, identity] of identities.entries()) {
    const recipient = await identityToRecipient(identity).catch(() => {
      // Without the cause, whose message contains the key.
      throw new StartRefused(`FILE_KEYS: key ${index + 1} is mistyped or incomplete`)
    })
    recipients.set(recipient, identity)
  }
  return recipients
}

/** A comment of the identity file, so that `age -i` accepts it as it is. JSON contains no line break. */
function metadataLine({ id, owner, mediaType, size, sha256 }: BoundMetadata): string {
  return `# ${JSON.stringify({ id, owner, mediaType, size, sha256 })}`
}
