/**
 * Requests and responses of svc-signing about the address book: the people to whom a workspace has sent signing requests. The
 * calls are in calls/address-book.ts.
 */
import * as z from 'zod/mini'
import { pageOf } from './page.ts'
import { lineText } from './plain-text.ts'

/** Maximum number of {@link KnownPeople}. */
export const MAX_KNOWN_PEOPLE = 8

/** POST /envelopes/address-book/search: the beginnings of words of a name, or the beginning of an address. */
export const AddressBookSearch = z.strictObject({ text: lineText(254) })
export type AddressBookSearch = z.infer<typeof AddressBookSearch>

/** A person in the address book. */
export const KnownPerson = z.strictObject({
  /** As it was entered last. */
  name: z.string(),
  /** In lower case. */
  email: z.string(),
})
export type KnownPerson = z.infer<typeof KnownPerson>

/** Those whose name or address matches, the most recently used first. */
export const KnownPeople = z.strictObject({
  people: z.array(KnownPerson).check(z.maxLength(MAX_KNOWN_PEOPLE)),
})
export type KnownPeople = z.infer<typeof KnownPeople>

/** Identifies an address in the address book of a workspace: SHA-256 as base64url. */
export const AddressBookId = z.string().check(z.regex(/^[\w-]{43}$/))

/** GET /envelopes/address-book/entries. */
export const AddressBookQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(100))),
})
export type AddressBookQuery = z.infer<typeof AddressBookQuery>

export const AddressBookEntry = z.extend(KnownPerson, {
  id: AddressBookId,
  /** When a signing request was sent to them last. */
  lastUsedAt: z.iso.datetime(),
})
export type AddressBookEntry = z.infer<typeof AddressBookEntry>

/** A page of the address book, the most recently used first. */
export const AddressBookPage = pageOf({ entries: z.array(AddressBookEntry) })
export type AddressBookPage = z.infer<typeof AddressBookPage>
