/** The calls of svc-signing about the address book of a workspace. */
import * as z from 'zod/mini'
import {
  AddressBookId,
  AddressBookPage,
  AddressBookQuery,
  AddressBookSearch,
  KnownPeople,
} from '../address-book.ts'
import { defineCall, EMPTY } from '../call.ts'
import { READ_LIMIT, TAG, WRITE_LIMIT } from '../envelope-call-options.ts'

/** By POST, so that names and addresses are not part of a URL, which access logs contain. */
export const searchAddressBook = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/address-book/search',
  summary:
    'Finds people to whom the workspace has sent signing requests, by the beginnings of words of their name or of their e-mail address.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: READ_LIMIT,
  body: AddressBookSearch,
  worksWhenFull: true,
  responses: { 200: KnownPeople },
})

export const listAddressBook = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/address-book/entries',
  summary:
    'Lists the people to whom the workspace has sent signing requests, the most recently used first.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: READ_LIMIT,
  query: AddressBookQuery,
  responses: { 200: AddressBookPage },
  page: { cursor: 'cursor' },
})

export const removeFromAddressBook = defineCall({
  method: 'DELETE',
  path: '/api/v1/envelopes/address-book/entries/:id',
  summary:
    'Removes a person from the address book. Signing requests that were sent to them do not change. Repeating the request changes nothing.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  params: z.strictObject({ id: AddressBookId }),
  responses: { 204: EMPTY },
})

export const addressBookCalls = { searchAddressBook, listAddressBook, removeFromAddressBook }
