/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import type { Participant } from '@inkproof/protocol/envelopes'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { expect, test } from '@jest/globals'
import { sampleRequest } from '../testing/sample-linked-request.ts'
import { checkRequest } from './check-request.ts'

const { fields: FIELDS, participants, you: BEN } = sampleRequest()
const [ANA] = participants as [Participant]
const CLEO: Participant = {
  ...BEN,
  id: 'recipient-3',
  name: 'Cleo Clark',
  email: 'cleo@example.org',
  original: 'recipient-2',
  tookOverFrom: 'Ben Okafor',
}

/** Cleo has taken over from Ben; the service says this of her. */
function takenOver(you: Partial<Participant> = {}, change: Partial<LinkedRequest> = {}) {
  const cleo = { ...CLEO, ...you }
  const fields = FIELDS.map((field) =>
    field.recipient === BEN.id ? { ...field, recipient: cleo.id } : field,
  )
  return sampleRequest({ change: { you: cleo, participants: [ANA, cleo], fields, ...change } })
}

test('a person who took over fills the fields of the one who handed over, under their own name', () => {
  const { ownFields, recipient } = checkRequest(takenOver())
  expect(recipient).toMatchObject({
    ...{ id: 'recipient-3', name: 'Cleo Clark', email: 'cleo@example.org' },
    ...{ role: 'signer', order: 1 },
  })
  expect(ownFields.map(({ recipient: id }) => id)).toEqual(Array(5).fill('recipient-2'))
})

test.each<[string, LinkedRequest]>([
  ['somebody who still takes part', takenOver({ original: 'recipient-1' })],
  ['nobody', takenOver({ original: 'recipient-3' })],
  ['somebody with another role', takenOver({ role: 'approver' })],
  ['somebody with another order', takenOver({ order: 2 })],
  ['somebody who is not replaced', takenOver({}, { participants: [ANA, BEN, CLEO] })],
  [
    'somebody, while the request names them',
    takenOver({ id: 'recipient-1' }, { participants: [] }),
  ],
])('a person cannot have the place of %s', (_whose, request) => {
  expect(() => checkRequest(request)).toThrow('your part in it')
})

test.each([
  ['another name', { name: 'Ben Other' }],
  ['another address', { email: 'other@example.org' }],
])('a recipient whom the request names has no %s', (_what, change) => {
  const request = sampleRequest({ change: { you: { ...BEN, ...change } } })
  expect(() => checkRequest(request)).toThrow('your part in it')
})

test.each([
  ['of somebody else as the person’s', CLEO.id],
  ['of the person as somebody else’s', ANA.id],
])('a list that shows a field %s is refused', (_what, recipient) => {
  const fields = takenOver().fields.map((field) => ({ ...field, recipient }))
  expect(() => checkRequest(takenOver({}, { fields }))).toThrow('its fields')
})
