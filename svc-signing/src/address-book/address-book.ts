/** Database queries for the address book. */
import { createHash } from 'node:crypto'
import {
  type AddressBookEntry,
  type AddressBookPage,
  type KnownPerson,
  MAX_KNOWN_PEOPLE,
} from '@inkproof/protocol/address-book'
import { AppError } from '@inkproof/service-kit/app-error'
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
  /**
   * Returns a page, the most recently used first. `cursor` is the `next` of the page before.
   *
   * @throws AppError INVALID_INPUT
   */
  list(workspaceId: string, cursor: string | undefined): Promise<AddressBookPage>
  /** Removes the person with this ID from the address book of a workspace, if they are there. */
  remove(workspaceId: string, id: string): Promise<void>
  /** Removes all people of a workspace. */
  removeWorkspace(workspaceId: string): Promise<void>
}

const PAGE_SIZE = 20

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
        .sort({ lastUsedAt: -1, _id: -1 })
        .limit(MAX_KNOWN_PEOPLE)
        .lean<Pick<AddressBookRow, 'name' | 'email'>[]>()
      return rows.map(({ email, name }) => ({ name, email }))
    },
    list: async (workspaceId, cursor) => {
      const page = cursor === undefined ? {} : after(cursor)
      const rows = await model
        .find({ workspaceId, ...page }, { name: 1, email: 1, lastUsedAt: 1 })
        .sort({ lastUsedAt: -1, _id: -1 })
        .limit(PAGE_SIZE)
        .lean<ListedRow[]>()
      return { entries: rows.map(toEntry), next: nextCursor(rows) }
    },
    remove: async (workspaceId, id) => {
      await model.deleteOne({ _id: id, workspaceId })
    },
    removeWorkspace: async (workspaceId) => {
      await model.deleteMany({ workspaceId })
    },
  }
}

type ListedRow = Pick<AddressBookRow, '_id' | 'name' | 'email' | 'lastUsedAt'>

function toEntry({ _id, email, lastUsedAt, name }: ListedRow): AddressBookEntry {
  return { id: _id, name, email, lastUsedAt: lastUsedAt.toISOString() }
}

/** It contains no address, because it is part of a URL. */
function nextCursor(rows: readonly ListedRow[]): string | null {
  const last = rows.at(-1)
  return rows.length === PAGE_SIZE && last ? `${last.lastUsedAt.getTime()}.${last._id}` : null
}

/** Returns the condition for the rows after a page. @throws AppError INVALID_INPUT */
function after(cursor: string) {
  const [, time, id] = /^(\d{1,15})\.([\w-]{43})$/.exec(cursor) ?? []
  if (time === undefined || id === undefined)
    throw new AppError('INVALID_INPUT', {
      issues: [{ path: 'cursor', message: 'expected the cursor of a page' }],
    })
  const lastUsedAt = new Date(Number(time))
  return { $or: [{ lastUsedAt: { $lt: lastUsedAt } }, { lastUsedAt, _id: { $lt: id } }] }
}

function rowId(workspaceId: string, email: string): string {
  return createHash('sha256').update(`${workspaceId}\0${email}`).digest('base64url')
}

/** A range instead of a regular expression (docs/decisions/stand-in-database.md). No text sorts after its last character. */
function startsWith(word: string) {
  return { keys: { $elemMatch: { $gte: word, $lt: `${word}\u{10ffff}` } } }
}
