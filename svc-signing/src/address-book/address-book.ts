/** Database queries for the address book. */
import { createHash } from 'node:crypto'
import { type KnownPerson, MAX_KNOWN_PEOPLE } from '@inkproof/protocol/address-book'
import type { AddressBookRow, AddressBookRows } from './address-book.model.ts'
import { keysOf, searchWordsOf } from './search-words.ts'

/** A signing request that was sent to people. `at`: when. */
export type Use = { workspaceId: string; envelopeId: string; at: Date }

export type AddressBook = {
  /** Adds people with normalized addresses, or stores their names as they are now. */
  remember(use: Use, people: readonly KnownPerson[]): Promise<void>
  /** Removes an address, unless another signing request was sent to it since. */
  forgetUse(use: Omit<Use, 'at'>, email: string): Promise<void>
  /** Returns up to {@link MAX_KNOWN_PEOPLE} people who match a text, the most recently used first. */
  search(workspaceId: string, text: string): Promise<KnownPerson[]>
  /** Removes all people of a workspace. */
  removeWorkspace(workspaceId: string): Promise<void>
}

export function createAddressBook(model: AddressBookRows): AddressBook {
  return {
    remember: async ({ at, envelopeId, workspaceId }, people) => {
      await Promise.all(
        people.map(({ email, name }) =>
          model.updateOne(
            { _id: rowId(workspaceId, email) },
            {
              $set: { name, keys: keysOf({ email, name }), lastUsedAt: at, lastUsedIn: envelopeId },
              $setOnInsert: { workspaceId, email },
            },
            { upsert: true },
          ),
        ),
      )
    },
    forgetUse: async ({ envelopeId, workspaceId }, email) => {
      await model.deleteOne({ _id: rowId(workspaceId, email), lastUsedIn: envelopeId })
    },
    search: async (workspaceId, text) => {
      const words = searchWordsOf(text)
      if (words.length === 0) return []
      const rows = await model
        .find({ workspaceId, $and: words.map(startsWith) }, { name: 1, email: 1 })
        .sort({ lastUsedAt: -1, _id: 1 })
        .limit(MAX_KNOWN_PEOPLE)
        .lean<Pick<AddressBookRow, 'name' | 'email'>[]>()
      return rows.map(({ email, name }) => ({ name, email }))
    },
    removeWorkspace: async (workspaceId) => {
      await model.deleteMany({ workspaceId })
    },
  }
}

function rowId(workspaceId: string, email: string): string {
  return createHash('sha256').update(`${workspaceId}\0${email}`).digest('base64url')
}

/** A range instead of a regular expression (docs/decisions/stand-in-database.md). No text sorts after its last character. */
function startsWith(word: string) {
  return { keys: { $elemMatch: { $gte: word, $lt: `${word}\u{10ffff}` } } }
}
