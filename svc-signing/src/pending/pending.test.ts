/** The calls about pending requests over HTTP, with the accounts of svc-auth and a mail server. */
import { randomUUID } from 'node:crypto'
import {
  OthersPendingList,
  OwnPendingList,
  type RecipientLink,
} from '@inkproof/protocol/pending-requests'
import { expect, test } from '@jest/globals'
import { accountModel } from '../../../svc-auth/src/accounts/accounts.model.ts'
import { outcomeOf } from '../envelopes/testing/http-signer.ts'
import { createSigner } from '../envelopes/testing/signer.ts'
import { linked } from '../signing-links/testing/http-links.ts'
import { useHttpLinks } from '../signing-links/testing/use-http-links.ts'
import type { Caller } from '../testing/signing-service.ts'

const site = useHttpLinks()

const RECIPIENT = 'recipient-1'
/** No request is open any more after them. */
const DAYS_91 = 91 * 24 * 60 * 60 * 1_000

async function own({ token }: Pick<Caller, 'token'>) {
  const [status, body] = await outcomeOf(site.system.request('GET', '/pending/own', token))
  expect(status).toBe(200)
  return OwnPendingList.parse(body)
}

async function others({ token }: Pick<Caller, 'token'>) {
  const [status, body] = await outcomeOf(site.system.request('GET', '/pending/others', token))
  expect(status).toBe(200)
  return OthersPendingList.parse(body)
}

const linkOf = ({ token }: Pick<Caller, 'token'>, id: string, recipient = RECIPIENT) =>
  outcomeOf(site.system.request('POST', `/${id}/recipients/${recipient}/link`, token))

const NOT_FOUND = [404, 'ENVELOPE_NOT_FOUND']

/** Sends a request to an account whose address is confirmed, unless `isConfirmed` is false. */
async function sendTo({ isConfirmed = true } = {}) {
  const ann = await site.system.newPerson({ isConfirmed })
  // As somebody may enter it.
  const sent = await site.links.sendRequest({ email: ann.email.toUpperCase() }, ann.email)
  return { ...sent, ann }
}

test('what was sent to a confirmed address waits for its account, and for others in the sender’s workspace', async () => {
  const { ann, id, sender } = await sendTo()
  const { next, requests, total } = await own(ann)
  expect([total, next]).toEqual([1, null])
  expect(requests).toMatchObject([
    { id, title: 'Lease of the workshop', recipient: RECIPIENT, role: 'signer', hasLink: true },
  ])
  const waiting = await others(sender)
  const person = { id: RECIPIENT, name: 'Ann Archer', hasLink: true }
  expect(waiting).toMatchObject({ total: 1, requests: [{ id, people: [person], morePeople: 0 }] })
  expect([(await own(sender)).total, (await others(ann)).total]).toEqual([0, 0])
  const eve = await site.system.newPerson()
  expect([(await own(eve)).total, (await others(eve)).total]).toEqual([0, 0])
  expect(await linkOf(eve, id)).toEqual(NOT_FOUND)
  expect(await linkOf(sender, id)).toEqual(NOT_FOUND)
})

test('the account gets the mailed link, and still needs the code from the mailbox to sign', async () => {
  const { ann, email, id, link, sender } = await sendTo()
  const [status, given] = await linkOf(ann, id)
  expect([status, given]).toEqual([200, link])
  const opened = given as RecipientLink
  const signer = await createSigner()
  const guess = { publicKey: signer.publicKeyText, code: '000000' }
  expect(await outcomeOf(site.links.call(opened, 'key', guess))).toEqual([
    400,
    'SIGNING_CODE_WRONG',
  ])
  const bound = await site.links.bind(opened, email, signer)
  await linked(site.links.call(opened, 'statement', await site.links.statementOf(signer, bound)))
  expect([(await own(ann)).total, (await others(sender)).total]).toEqual([0, 0])
  expect(await linkOf(ann, id)).toEqual([409, 'ALREADY_SIGNED'])
  const collections = await site.system.connection.db?.collections()
  const dump = await Promise.all((collections ?? []).map((items) => items.find().toArray()))
  for (const text of [JSON.stringify(dump), site.system.lines.join('')])
    expect(text).not.toContain(link.secret)
})

test('an account that has not confirmed the address sees nothing and gets no link', async () => {
  const { ann, id } = await sendTo({ isConfirmed: false })
  expect(await own(ann)).toEqual({ requests: [], total: 0, next: null })
  expect(await linkOf(ann, id)).toEqual(NOT_FOUND)
  await site.system.confirmAddress(ann)
  expect((await own(ann)).total).toBe(1)
})

test('an account that has changed its address no longer sees what was sent to the old one', async () => {
  const { ann, id } = await sendTo()
  expect((await own(ann)).total).toBe(1)
  const changed = { email: `new-${randomUUID()}@example.com`, emailConfirmedAt: new Date() }
  await accountModel(site.system.other.auth.mongo.connection).updateOne(
    { _id: ann.accountId },
    changed,
  )
  expect((await own(ann)).total).toBe(0)
  expect(await linkOf(ann, id)).toEqual(NOT_FOUND)
})

test('a viewer of any workspace signs what was sent to them personally; a viewer sees what the workspace waits for', async () => {
  const { ann, id, link, sender } = await sendTo()
  const asViewer = await site.system.signIn(ann, { role: 'viewer' })
  expect((await own(asViewer)).total).toBe(1)
  expect(await linkOf(asViewer, id)).toEqual([200, link])
  const viewer = await site.system.signIn(
    { ...sender, accountId: randomUUID() },
    { role: 'viewer' },
  )
  expect((await others(viewer)).total).toBe(1)
  const remind = site.system.request('POST', `/${id}/recipients/${RECIPIENT}/remind`, viewer.token)
  expect(await outcomeOf(remind)).toEqual([403, 'VIEWERS_ONLY_READ'])
})

test('what was handed over waits for the new person', async () => {
  const { ann, email, id, link } = await sendTo()
  const ben = await site.system.newPerson()
  const signer = await createSigner()
  const code = await site.links.codeFor(link, email, signer)
  const person = { publicKey: signer.publicKeyText, code, name: 'Ben Baker', email: ben.email }
  expect((await outcomeOf(site.links.call(link, 'hand-over', person)))[0]).toBe(200)
  expect((await own(ann)).total).toBe(0)
  expect(await linkOf(ann, id)).toEqual(NOT_FOUND)
  const [{ recipient } = { recipient: '' }] = (await own(ben)).requests
  const [, given] = await linkOf(ben, id, recipient)
  expect((await linked(site.links.call(given as RecipientLink, 'open'))).you.name).toBe('Ben Baker')
})

test('a request that has ended or expired waits for nobody', async () => {
  const { ann, id, sender } = await sendTo()
  expect((await outcomeOf(site.links.http.discard(sender, id)))[0]).toBe(200)
  expect([(await own(ann)).total, (await others(sender)).total]).toEqual([0, 0])
  expect(await linkOf(ann, id)).toEqual([409, 'ENVELOPE_ENDED'])
  const late = await sendTo()
  site.advance(DAYS_91)
  expect([(await own(late.ann)).total, (await others(late.sender)).total]).toEqual([0, 0])
  expect(await linkOf(late.ann, late.id)).toEqual([409, 'ENVELOPE_ENDED'])
  site.advance(-DAYS_91)
})

test('without a session there is nothing; a wrong cursor is refused', async () => {
  const ada = await site.system.newPerson()
  for (const path of ['/pending/own', '/pending/others']) {
    expect((await outcomeOf(site.system.request('GET', path, undefined)))[0]).toBe(401)
    const wrong = await outcomeOf(site.system.request('GET', `${path}?cursor=x`, ada.token))
    expect(wrong).toEqual([400, 'INVALID_INPUT'])
  }
  expect(await linkOf(ada, 'unknown')).toEqual(NOT_FOUND)
})

test('while svc-auth is down, nothing is shown: who owns an address is not known', async () => {
  const { ann, id } = await sendTo()
  await site.system.other.auth.end()
  expect((await outcomeOf(site.system.request('GET', '/pending/own', ann.token)))[1]).toBe(
    'UNAVAILABLE',
  )
  expect((await linkOf(ann, id))[1]).toBe('UNAVAILABLE')
})
