/** The calls of svc-signing about the address book of a workspace. */
import { AddressBookSearch, KnownPeople } from '../address-book.ts'
import { defineCall } from '../call.ts'
import { READ_LIMIT, TAG } from '../envelope-call-options.ts'

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

export const addressBookCalls = { searchAddressBook }
