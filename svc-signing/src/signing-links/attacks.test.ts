/**
 * What people can and cannot do who have more than they should: the table of docs/decisions/a-link-alone-cannot-sign.md, over
 * HTTP with real services and a mail server.
 */
import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { FIELDS, outcomeOf } from '../envelopes/testing/http-signer.ts'
import { createSigner, type Signer, signAs } from '../envelopes/testing/signer.ts'
import { createLinkSecrets } from '../link-secrets/link-secrets.ts'
import { textOf } from '../testing/link-system.ts'
import { newInvitationKey } from '../testing/signing-service.ts'
import { type Link, linked } from './testing/http-links.ts'
import { useHttpLinks } from './testing/use-http-links.ts'

const site = useHttpLinks()

const TITLE = 'Lease of the workshop'
const outcome = (link: Link, path: string, body: object = {}) =>
  outcomeOf(site.links.call(link, path, body))
const codeOf = async (response: Promise<Response>) => (await outcomeOf(response))[1]

/** The calls that need a code or a bound key, as somebody makes them who has neither. */
async function refusalsOf(link: Link, signer: Signer): Promise<unknown[]> {
  const shown = await linked(site.links.call(link, 'open'))
  const guess = { publicKey: signer.publicKeyText, code: '000000' }
  const eve = { name: 'Eve', email: `eve-${randomUUID()}@example.com` }
  const calls: [string, object][] = [
    ['key', guess],
    ['hand-over', { ...guess, ...eve }],
    ['statement', await site.links.statementOf(signer, shown)],
    ['decline', await site.links.statementOf(signer, shown, 'No')],
  ]
  const codes: unknown[] = []
  for (const [path, body] of calls) codes.push((await outcome(link, path, body))[1])
  return codes
}

test('a stolen link reads the document; it does not sign, decline or hand over, and guesses run out', async () => {
  const { email, link } = await site.links.sendRequest()
  const thief = await createSigner()
  expect((await linked(site.links.call(link, 'open'))).title).toBe(TITLE)
  expect((await site.links.call(link, 'prepared')).status).toBe(200)
  expect(await refusalsOf(link, thief)).toEqual([
    ...['SIGNING_CODE_WRONG', 'SIGNING_CODE_WRONG', 'STATEMENT_REFUSED', 'STATEMENT_REFUSED'],
  ])
  // A code that the thief requests goes to the recipient, who learns that someone else has the link.
  const code = await site.links.codeFor(link, email, thief)
  expect(await site.links.mailTo(email, 'Your code')).toContain('someone else has your link')
  const wrong = code === '000000' ? '000001' : '000000'
  const enter = (entered: string) =>
    outcome(link, 'key', { publicKey: thief.publicKeyText, code: entered })
  for (let count = 0; count < 5; count++)
    expect(await enter(wrong)).toEqual([400, 'SIGNING_CODE_WRONG'])
  expect(await enter(code)).toEqual([400, 'SIGNING_CODE_WRONG'])
})

test('a stolen link that needs an access code shows nothing, and after the sender withdraws, no document', async () => {
  const { id, link, sender } = await site.links.sendRequest({ accessCode: 'Blue Bird' })
  const { publicKeyText: publicKey } = await createSigner()
  for (const path of ['open', 'prepared', 'finished', 'code'])
    expect(await outcome(link, path, path === 'code' ? { publicKey } : {})).toEqual([
      ...[403, 'ACCESS_CODE_NEEDED'],
    ])
  const known = { accessCode: 'blue bird' }
  expect((await site.links.call(link, 'prepared', known)).status).toBe(200)
  await site.links.http.envelopeOf(site.links.http.discard(sender, id))
  expect((await linked(site.links.call(link, 'open', known))).state).toBe('voided')
  expect(await outcome(link, 'prepared', known)).toEqual([409, 'ENVELOPE_ENDED'])
  expect(await outcome(link, 'code', { ...known, publicKey })).toEqual([409, 'ENVELOPE_ENDED'])
})

test('a mailbox that is stolen after the key was bound waits for the sender, who sees it, and is too late after the statement', async () => {
  const { email, id, link, sender } = await site.links.sendRequest()
  const ann = await createSigner()
  const bound = await site.links.bind(link, email, ann)
  site.advance(61_000)
  const thief = await createSigner()
  const code = await site.links.codeFor(link, email, thief)
  const withCode = { publicKey: thief.publicKeyText, code }
  const eve = { name: 'Ann Archer', email: `eve-${randomUUID()}@example.com` }
  expect(await outcome(link, 'hand-over', { ...withCode, ...eve })).toEqual([
    ...[409, 'KEY_ALREADY_BOUND'],
  ])
  const waiting = await linked(site.links.call(link, 'key', withCode))
  expect([waiting.waitsForRelease, waiting.basis.key]).toEqual([true, bound.basis.key])
  for (const [path, reason] of [['statement'], ['decline', 'No']] as const) {
    const body = await site.links.statementOf(thief, waiting, reason)
    expect((await outcome(link, path, body))[1]).toBe('STATEMENT_REFUSED')
  }
  const [shown] = (await site.links.http.envelopeOf(site.links.http.show(sender, id))).recipients
  expect(shown?.otherKey?.thumbprint).toMatch(/^[\da-f]{64}$/)
  // The recipient sees it too, and signs with the key that is bound.
  const opened = await linked(site.links.call(link, 'open'))
  expect(opened.steps.filter(({ type }) => type === 'verified')).toHaveLength(2)
  await linked(site.links.call(link, 'statement', await site.links.statementOf(ann, opened)))
  const json = { thumbprint: shown?.otherKey?.thumbprint }
  const path = `/${id}/recipients/recipient-1/release`
  expect(await codeOf(site.system.request('POST', path, sender.token, { json }))).toBe(
    'ALREADY_SIGNED',
  )
  const { publicKeyText: publicKey } = thief
  expect((await outcome(link, 'code', { publicKey }))[1]).toBe('ALREADY_SIGNED')
})

test('whoever gets a forwarded mail reads; a code works only in the browser that asked for it', async () => {
  const { email, link } = await site.links.sendRequest()
  const [ann, friend] = [await createSigner(), await createSigner()]
  expect((await linked(site.links.call(link, 'open'))).you.email).toBe(email)
  const code = await site.links.codeFor(link, email, ann)
  const asFriend = { publicKey: friend.publicKeyText, code }
  expect(await outcome(link, 'key', asFriend)).toEqual([400, 'SIGNING_CODE_WRONG'])
  site.advance(61_000)
  // Who passes on a code as well lets the other person sign: the record says that it rests on the mailbox.
  const passedOn = await site.links.codeFor(link, email, friend)
  const body = { publicKey: friend.publicKeyText, code: passedOn }
  const bound = await linked(site.links.call(link, 'key', body))
  expect(bound.you.state).toBe('verified')
})

test('the sender, also as a recipient, does not act for another one, and one link does not open another', async () => {
  const sender = await site.system.newPerson()
  const { id } = await site.links.http.envelopeOf(site.links.http.upload(sender))
  const emails = ['ann', 'bob'].map((name) => `${name}-${randomUUID()}@example.com`)
  const recipients = [
    { name: 'Jane Roe', email: null, role: 'signer', order: 1, accessCode: null },
    ...emails.map((email) => ({ name: 'X', email, role: 'approver', order: 1, accessCode: null })),
  ]
  const fields = FIELDS.map((field) => ({ ...field, recipient: 0 }))
  const started = await site.links.http.envelopeOf(
    site.links.http.start(sender, id, { recipients, fields }),
  )
  const jane = await createSigner()
  const act = (path: string, json: object) =>
    codeOf(
      site.system.request('POST', `/${id}/recipients/recipient-2/${path}`, sender.token, { json }),
    )
  const { publicKeyText: publicKey } = jane
  const statement = await signAs(jane, started, { now: site.now() })
  expect(await act('key', { publicKey })).toBe('NOT_YOUR_SIGNATURE')
  expect(await act('statement', statement)).toBe('NOT_YOUR_SIGNATURE')
  const thumbprint = createHash('sha256').update('key').digest('hex')
  expect(await act('release', { thumbprint })).toBe('NO_KEY_TO_RELEASE')
  // What the sender reads contains no link, and no statement of anybody.
  const shown = JSON.stringify(await site.links.http.envelopeOf(site.links.http.show(sender, id)))
  const [annLink, bobLink] = await Promise.all(
    emails.map(async (email) => {
      const [, linkId = '', secret = ''] =
        /\/sign\/([\w-]+)#(\S+)/.exec(await site.links.mailTo(email, 'asks you to approve')) ?? []
      return { id: linkId, secret }
    }),
  )
  if (!annLink || !bobLink) throw new Error('a link is missing')
  expect([shown.includes(annLink.id), shown.includes(annLink.secret)]).toEqual([false, false])
  const mixed = { id: annLink.id, secret: bobLink.secret }
  expect(await outcome(mixed, 'open')).toEqual([404, 'SIGNING_LINK_NOT_FOUND'])
  // Bob's key does not approve for Ann.
  const bob = await createSigner()
  const bound = await site.links.bind(bobLink, emails[1] ?? '', bob)
  const forBob = await site.links.statementOf(bob, bound)
  expect((await outcome(annLink, 'statement', forBob))[1]).toBe('STATEMENT_REFUSED')
  await linked(site.links.call(bobLink, 'statement', forBob))
})

test('an insider with the database and the sender’s mailbox reads who signs what, but gets no link and no code', async () => {
  const { email, id, link, sender } = await site.links.sendRequest()
  const ann = await createSigner()
  const code = await site.links.codeFor(link, email, ann)
  const collections = (await site.system.connection.db?.collections()) ?? []
  const dump = JSON.stringify(await Promise.all(collections.map((rows) => rows.find().toArray())))
  const toSender = site.system.smtp.received.filter(({ to }) => to === sender.email).map(textOf)
  for (const text of [dump, toSender.join(), site.system.lines.join('')])
    expect([text.includes(link.secret), text.includes(`"${code}"`)]).toEqual([false, false])
  for (const known of [email, TITLE, link.id]) expect(dump).toContain(known)
  // Everything that a link is derived from is in the database, except for the key.
  const subject = { envelopeId: id, recipientId: 'recipient-1', address: email, epoch: 1 }
  const own = createLinkSecrets([newInvitationKey()], 'https://sign.example.com')
  const forged = { id: link.id, secret: own.secretOf(subject) }
  expect(await outcome(forged, 'open')).toEqual([404, 'SIGNING_LINK_NOT_FOUND'])
})
