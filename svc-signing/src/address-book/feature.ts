/** The address book: the people to whom a workspace has sent signing requests. */
import { addressBookCalls } from '@inkproof/protocol/calls/address-book'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { runtime } from '../platform/feature.ts'
import { addressBookModel } from './address-book.model.ts'
import { createAddressBook } from './address-book.ts'

export const addressBookFeature = defineFeature({
  name: 'address-book',
  needs: { ...from(runtime, 'connection') },
  create: ({ connection }) => {
    const addressBook = createAddressBook(addressBookModel(connection))
    const calls = implement(addressBookCalls, {
      searchAddressBook: async ({ body, session }) => ({
        people: await addressBook.search(session.workspaceId, body.text),
      }),
      listAddressBook: ({ query, session }) => addressBook.list(session.workspaceId, query.cursor),
      removeFromAddressBook: ({ params, session }) =>
        addressBook.remove(session.workspaceId, params.id),
    })
    return { calls, provides: { addressBook } }
  },
})
