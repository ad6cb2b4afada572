/** The sender corrects a recipient, over HTTP with real services and a mail server. */
import { randomUUID } from 'node:crypto'
import type { AddressBookPage } from '@inkproof/protocol/address-book'
import { until } from '@inkproof/service-kit/testing/fixture'
import { expect, test } from '@jest/globals'
import { FIELDS, outcomeOf } from '../envelopes/testing/http-signer.ts'
import { createSigner } from '../envelopes/testing/signer.ts'
import type { Caller } from '../testing/signing-service.ts'
import { type Link, linked, linkIn } from './testing/http-links.ts'
import { useHttpLinks } from './testing/use-http-links.ts'

const site = useHttpLinks()

const newAddress = (name: string) => `${name}-${randomUUID()}@example.com`
const correct = (
  { token }: Pick<Caller, 'token'>,
  id: string,
  json: object,
  recipient = 'recipient-1',
) => site.system.request('POST', `/${id}/recipients/${recipient}/correct`, token, { json })

const search = ({ token }: Pick<Caller, 'token'>, text: string) =>
  outcomeOf(site.system.request('POST', '/address-book/search', token, { json: { text } }))

/** The codes with which all calls of a link are refused. */
async function refusalsOf(link: Link, publicKey: string, code: string): Promise<Set<unknown>> {
  const person = { name: 'Eve Elm', email: newAddress('eve') }
  const outcomes = [
    site.links.call(link, 'open'),
    site.links.call(link, 'prepared'),
    site.links.call(link, 'finished'),
    site.links.call(link, 'code', { publicKey }),
    site.links.call(link, 'key', { publicKey, code }),
    site.links.call(link, 'hand-over', { publicKey, code, ...person }),
  ].map(outcomeOf)
  return new Set((await Promise.all(outcomes)).map(String))
}

test('a corrected address gets a new link and signs; the old link, code and key open nothing, before and after', async () => {
  const { email: wrong, id, link, sender } = await site.links.sendRequest()
  const stranger = await createSigner()
  const code = await site.links.codeFor(link, wrong, stranger)
  const right = newAddress('ann-archer')
  const person = { name: 'Ann Archer', email: right }
  const corrected = await site.links.http.envelopeOf(correct(sender, id, person))
  expect(corrected.recipients).toMatchObject([
    { ...person, id: 'recipient-2', correctedFrom: { name: 'Ann Archer', email: wrong } },
  ])
  // The address book contains what is right.
  expect(await search(sender, 'Arch')).toEqual([200, { people: [person] }])
  expect(await refusalsOf(link, stranger.publicKeyText, code)).toEqual(
    new Set(['404,SIGNING_LINK_NOT_FOUND']),
  )
  const next = linkIn(await site.links.mailTo(right, 'asks you to sign'))
  expect(await outcomeOf(site.links.call({ ...link, id: next.id }, 'open'))).toEqual([
    404,
    'SIGNING_LINK_NOT_FOUND',
  ])
  const ann = await createSigner()
  const bound = await site.links.bind(next, right, ann)
  const { basis: _, ...shown } = bound
  expect(JSON.stringify(shown)).not.toContain(wrong)
  await linked(site.links.call(next, 'statement', await site.links.statementOf(ann, bound)))
  expect(linkIn(await site.links.mailTo(right, 'Completed:'))).toEqual(next)
  expect(await refusalsOf(link, stranger.publicKeyText, code)).toEqual(
    new Set(['404,SIGNING_LINK_NOT_FOUND']),
  )
  const finished = await site.links.http.envelopeOf(site.links.http.show(sender, id))
  expect(finished.recipients[0]).toMatchObject({ invitation: { to: right, state: 'sent' } })
  expect(finished.steps.map(({ type }) => type)).toContain('corrected')
  expect(finished.steps.every(({ index }) => index !== null)).toBe(true)
  const toWrong = site.system.smtp.received.filter(({ to }) => to === wrong)
  expect(toWrong.some(({ raw }) => raw.includes('Completed:'))).toBe(false)
  expect(await outcomeOf(correct(sender, id, person, 'recipient-2'))).toEqual([
    409,
    'ALREADY_SIGNED',
  ])
})

test('only those who may send find and remove people, in the address book of their workspace', async () => {
  const { email, sender } = await site.links.sendRequest({ name: 'Zoe Zed' })
  const people = [{ name: 'Zoe Zed', email }]
  const colleague = { ...(await site.system.newPerson()), workspaceId: sender.workspaceId }
  const member = await site.system.signIn(colleague, { role: 'member' })
  const viewer = await site.system.signIn(colleague, { role: 'viewer' })
  const found = [
    await search(member, 'zoe z'),
    await search(await site.system.newPerson(), 'zoe'),
    await search(viewer, 'zoe'),
    await outcomeOf(site.system.request('POST', '/address-book/search', undefined, { json: {} })),
    await search(member, ' '),
    await search(member, 'z'.repeat(255)),
  ]
  expect(found).toEqual([
    [200, { people }],
    [200, { people: [] }],
    [403, 'VIEWERS_ONLY_READ'],
    [401, 'SIGN_IN_REQUIRED'],
    [400, 'INVALID_INPUT'],
    [400, 'INVALID_INPUT'],
  ])
  const entries = ({ token }: Pick<Caller, 'token'>) =>
    outcomeOf(site.system.request('GET', '/address-book/entries', token))
  const [, listed] = await entries(member)
  const { id } = (listed as AddressBookPage).entries[0] ?? {}
  expect(listed).toMatchObject({ entries: people, next: null })
  const remove = ({ token }: Pick<Caller, 'token'>, entry = id) =>
    outcomeOf(site.system.request('DELETE', `/address-book/entries/${entry}`, token))
  const refused = [await entries(viewer), await remove(viewer), await remove(member, 'x')]
  expect(refused.map(([, code]) => code)).toEqual([
    'VIEWERS_ONLY_READ',
    'VIEWERS_ONLY_READ',
    'INVALID_INPUT',
  ])
  expect((await entries(member))[1]).toEqual(listed)
  expect(await remove(member)).toEqual([204, null])
  expect((await entries(sender))[1]).toEqual({ entries: [], next: null })
  const searches = site.system.lines.filter((line) => line.includes('address-book/'))
  expect(searches.length).toBeGreaterThan(0)
  expect(searches.join('')).not.toMatch(/zoe/i)
})

test('nobody but the sender corrects, and nothing that cannot be an address', async () => {
  const { id, link, sender } = await site.links.sendRequest()
  const person = { name: 'Ann Archer', email: newAddress('ann') }
  const { workspaceId } = sender
  const colleague = { ...(await site.system.newPerson()), workspaceId }
  const stranger = await site.system.newPerson()
  const before = await site.links.http.envelopeOf(site.links.http.show(sender, id))
  const refusals: [Promise<Response>, [number, string]][] = [
    [
      correct(await site.system.signIn(colleague, { role: 'member' }), id, person),
      [403, 'NOT_THE_SENDER'],
    ],
    [
      correct(await site.system.signIn(sender, { role: 'viewer' }), id, person),
      [403, 'VIEWERS_ONLY_READ'],
    ],
    [correct(stranger, id, person), [404, 'ENVELOPE_NOT_FOUND']],
    [correct(sender, id, person, 'recipient-7'), [404, 'ENVELOPE_NOT_FOUND']],
    [correct(sender, id, { ...person, email: 'ann' }), [400, 'INVALID_INPUT']],
    [correct(sender, id, { ...person, name: '' }), [400, 'INVALID_INPUT']],
    [correct(sender, id, { name: 'Ann Archer' }), [400, 'INVALID_INPUT']],
  ]
  for (const [sent, expected] of refusals) expect(await outcomeOf(sent)).toEqual(expected)
  expect((await site.links.http.envelopeOf(site.links.http.show(sender, id))).recipients).toEqual(
    before.recipients,
  )
  expect((await linked(site.links.call(link, 'open'))).you.name).toBe('Ann Archer')
})

test('the access code still protects the document after a correction', async () => {
  const { id, sender } = await site.links.sendRequest({ accessCode: 'Blue Bird' })
  const email = newAddress('ann')
  await site.links.http.envelopeOf(correct(sender, id, { name: 'Ann Archer', email }))
  const next = linkIn(await site.links.mailTo(email, 'asks you to sign'))
  expect(await outcomeOf(site.links.call(next, 'open'))).toEqual([403, 'ACCESS_CODE_NEEDED'])
  const opened = await linked(site.links.call(next, 'open', { accessCode: 'blue bird' }))
  expect(opened.you).toMatchObject({ email, isCorrected: true })
})

test('after a signature, only an address whose e-mail was refused is corrected, and the new one gets a link', async () => {
  const [sender, ann] = [await site.system.newPerson(), await createSigner()]
  const [first, wrong, right] = [newAddress('ann'), newAddress('bob'), newAddress('bob')]
  const bob = { name: 'Bob Baker', email: wrong, role: 'approver', order: 2, accessCode: null }
  const recipients = [{ ...bob, name: 'Ann Archer', email: first, role: 'signer', order: 1 }, bob]
  const fields = FIELDS.map((field) => ({ ...field, recipient: 0 }))
  const { id } = await site.links.http.envelopeOf(site.links.http.upload(sender))
  await site.links.http.envelopeOf(site.links.http.start(sender, id, { recipients, fields }))
  const bound = await site.links.bind(
    linkIn(await site.links.mailTo(first, 'asks you')),
    first,
    ann,
  )
  const link = linkIn(await site.links.mailTo(first, 'asks you'))
  await linked(site.links.call(link, 'statement', await site.links.statementOf(ann, bound)))
  const old = linkIn(await site.links.mailTo(wrong, 'asks you'))
  const again = () => correct(sender, id, { name: bob.name, email: right }, 'recipient-2')
  expect(await outcomeOf(again())).toEqual([409, 'CORRECTION_TOO_LATE'])
  const mails = site.system.connection.collection('signingMails')
  const refused = { 'mail.state': 'refused', 'mail.answer': '550 No such user' }
  await until(async () => {
    const sent = { envelopeId: id, recipientId: 'recipient-2', 'mail.state': 'sent' }
    return (await mails.updateOne(sent, { $set: refused })).modifiedCount === 1
  })
  const { recipients: shown } = await site.links.http.envelopeOf(again())
  expect(shown[1]).toMatchObject({ email: right, correctedFrom: { email: wrong } })
  expect(await outcomeOf(site.links.call(old, 'open'))).toEqual([404, 'SIGNING_LINK_NOT_FOUND'])
  const next = linkIn(await site.links.mailTo(right, 'asks you'))
  expect((await linked(site.links.call(next, 'open'))).you).toMatchObject({ isCorrected: true })
})
