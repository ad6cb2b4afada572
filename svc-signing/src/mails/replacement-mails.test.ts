/** The e-mails when a recipient is replaced, or wants to use another browser, with a real database, Redis and mail server. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { StatementRow } from '../envelopes/envelopes.model.ts'
import {
  type LinkSystem,
  mailsOf,
  newId,
  openLinkSystem,
  senderOf,
  textOf,
} from '../testing/link-system.ts'

const STATEMENT = { digest: 'aa' } as StatementRow

let system: LinkSystem
beforeAll(async () => {
  system = await openLinkSystem()
})
afterAll(() => system.close())

test('after a hand-over, the sender is told, and the new person gets a link of their own', async () => {
  const row = await system.insert({
    recipients: [
      { handedOverTo: 'recipient-2', name: 'Ann' },
      { original: 'recipient-1', name: 'Ben' },
    ],
  })
  const { _id, recipients } = row
  await system.followUp(_id)
  expect((await mailsOf(system, _id)).sort()).toEqual(
    [`handed-over ${senderOf(row)}`, `invitation ${recipients[1]?.email}`].sort(),
  )
  const mail = await system.mailModel.findOne({ envelopeId: _id, kind: 'invitation' }).lean()
  expect(mail?.link).toMatchObject({ linkId: recipients[1]?.linkId, epoch: 2 })
  const toSender = (await system.received(_id)).find(({ to }) => to === senderOf(row))
  expect(textOf(toSender as never)).toContain('Ann handed over “Lease of the workshop” to Ben')
})

test('after a correction, the new address gets a link of its own, and neither the sender nor the old address an e-mail', async () => {
  const { _id, recipients } = await system.insert({ recipients: [{ name: 'Ann' }, { order: 2 }] })
  const next = { ...recipients[0], id: 'recipient-3', original: 'recipient-1' }
  await system.set(_id, {
    'recipients.0.handedOverTo': 'recipient-3',
    'recipients.0.isCorrected': true,
    'recipients.2': { ...next, linkId: newId(), email: 'ann-corrected@example.com' },
  })
  await system.followUp(_id)
  expect(await mailsOf(system, _id)).toEqual(['invitation ann-corrected@example.com'])
  const mail = await system.mailModel.findOne({ envelopeId: _id, kind: 'invitation' }).lean()
  expect(mail?.link).toMatchObject({ address: 'ann-corrected@example.com', epoch: 2 })
  await system.set(_id, { state: 'voided' })
  await system.followUp(_id)
  expect(await mailsOf(system, _id)).toEqual([
    'invitation ann-corrected@example.com',
    'voided ann-corrected@example.com',
  ])
})

test('after a correction, the invitation of a later turn waits for its turn', async () => {
  const { _id, recipients } = await system.insert({ recipients: [{}, { order: 2 }] })
  const next = { ...recipients[1], id: 'recipient-3', original: 'recipient-2' }
  await system.set(_id, {
    'recipients.1.handedOverTo': 'recipient-3',
    'recipients.1.isCorrected': true,
    'recipients.2': { ...next, linkId: newId(), email: 'later@example.com' },
  })
  await system.followUp(_id)
  expect(await mailsOf(system, _id)).toEqual([`invitation ${recipients[0]?.email}`])
})

test('each browser that waits is mentioned to the sender once, and its permission to the person', async () => {
  const otherKey = { thumbprint: 'ab'.repeat(32), requestedAt: system.now(), isReleased: false }
  const row = await system.insert({ recipients: [{ name: 'Ann', otherKey }, { name: 'Ben' }] })
  const { _id, recipients } = row
  const about = async () => (await mailsOf(system, _id)).filter((mail) => mail.startsWith('key-'))
  await Promise.all([system.followUp(_id), system.followUp(_id)])
  const waiting = `key-waiting ${senderOf(row)}`
  expect(await about()).toEqual([waiting])
  system.pass(1)
  await system.set(_id, { 'recipients.0.otherKey.isReleased': true })
  await system.followUp(_id)
  await system.followUp(_id)
  const released = `key-released ${recipients[0]?.email}`
  expect(await about()).toEqual([waiting, released])
  system.pass(1)
  await system.set(_id, { 'recipients.0.otherKey': { ...otherKey, thumbprint: 'cd'.repeat(32) } })
  await system.followUp(_id)
  expect(await about()).toEqual([waiting, released, waiting])

  const received = await system.received(_id)
  const ids = received.map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(ids.length)
  const texts = (to: string | undefined) => received.filter((mail) => mail.to === to).map(textOf)
  const [toSender] = texts(senderOf(row))
  expect(toSender).toContain('Ask Ann, for example by phone.')
  expect(toSender).toContain(`/document-signing?envelope=${_id}`)
  const toAnn = texts(recipients[0]?.email).find((text) => text.includes('has allowed you'))
  expect(toAnn).toContain(`/sign/${recipients[0]?.linkId}#`)
})

test.each([
  ['the person signed', { 'recipients.0.statement': STATEMENT }],
  ['the person handed over', { 'recipients.0.handedOverTo': 'recipient-2' }],
  ['the request was withdrawn', { state: 'voided' }],
])('no e-mail about another browser after: %s', async (_what, change) => {
  const otherKey = { thumbprint: 'ab'.repeat(32), requestedAt: system.now(), isReleased: false }
  const { _id } = await system.insert({ recipients: [{ otherKey }, {}] })
  await system.set(_id, change)
  await system.followUp(_id)
  expect((await mailsOf(system, _id)).filter((mail) => mail.startsWith('key-'))).toEqual([])
})
