/** What recipients do by link, over HTTP with real services and a mail server. */

import { randomUUID } from 'node:crypto'
import { checkSignedPdf } from '@inkproof/pdf-signatures/evidence/check-signed-pdf'
import { verifyRequest } from '@inkproof/pdf-signatures/evidence/verify-request'
import type { EnvelopeList } from '@inkproof/protocol/envelopes'
import { until } from '@inkproof/service-kit/testing/fixture'
import { expect, test } from '@jest/globals'
import { workspaceModel } from '../../../svc-auth/src/workspaces/workspaces.model.ts'
import { outcomeOf } from '../envelopes/testing/http-signer.ts'
import { createSigner, type Signer } from '../envelopes/testing/signer.ts'
import { linked, linkIn, withoutSpaces, wordsOf } from './testing/http-links.ts'
import { useHttpLinks } from './testing/use-http-links.ts'

const site = useHttpLinks()

test('a recipient opens the link, confirms the mailbox, signs, and gets the finished document', async () => {
  const { links, system } = site
  const { email, id, link, sender } = await links.sendRequest()
  const opened = await linked(links.call(link, 'open'))
  expect(opened).not.toHaveProperty('branding')
  expect([opened.you.state, opened.basis.key]).toEqual(['opened', null])
  await linked(links.call(link, 'open'))
  const signer = await createSigner()
  const code = await links.codeFor(link, email, signer)
  const other = await createSigner()
  const bindWith = ({ publicKeyText: publicKey }: Signer) =>
    links.call(link, 'key', { publicKey, code })
  expect(await outcomeOf(bindWith(other))).toEqual([400, 'SIGNING_CODE_WRONG'])
  const bound = await linked(bindWith(signer))
  // Repeated, and used again for another key.
  expect((await linked(bindWith(signer))).steps).toHaveLength(bound.steps.length)
  expect(await outcomeOf(bindWith(other))).toEqual([400, 'SIGNING_CODE_WRONG'])
  expect(bound.steps.map(({ type }) => type)).toEqual(['sent', 'opened', 'verified', 'bound'])
  expect(bound.steps.map(({ method }) => method)).toEqual([
    undefined,
    undefined,
    'mailbox',
    undefined,
  ])
  const prepared = await links.call(link, 'prepared')
  expect([prepared.status, prepared.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  for (const path of ['finished', 'signing-record'])
    expect(await outcomeOf(links.call(link, path))).toEqual([409, 'ENVELOPE_NOT_FINISHED'])
  await linked(links.call(link, 'statement', await links.statementOf(signer, bound)))
  expect(linkIn(await links.mailTo(email, 'Completed:'))).toEqual(link)
  expect(await links.mailTo(sender.email, 'Completed:')).toContain(
    `/document-signing?envelope=${id}`,
  )
  expect((await links.call(link, 'finished')).status).toBe(200)
  const record = await links.call(link, 'signing-record')
  expect(Object.fromEntries(record.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=Lease-signing-record.pdf',
  })
  const said = await wordsOf(record)
  expect(said).toContain(
    withoutSpaces(`“Ann Archer” confirmed the e-mail address ${email} with a code`),
  )
  const [recipient] = (await links.http.envelopeOf(links.http.show(sender, id))).recipients
  expect(recipient).toMatchObject({ state: 'done', invitation: { to: email, state: 'sent' } })
  const collections = await system.connection.db?.collections()
  const dump = await Promise.all((collections ?? []).map((items) => items.find().toArray()))
  for (const text of [JSON.stringify(dump), system.lines.join('')])
    expect([text.includes(link.secret), text.includes(`"${code}"`)]).toEqual([false, false])
})

test('a stolen or forwarded link reads, but cannot sign without the mailbox; a second key needs the sender', async () => {
  const { advance, links, system } = site
  const { email, id, link, sender } = await links.sendRequest()
  const thief = await createSigner()
  expect((await linked(links.call(link, 'open'))).title).toBe('Lease of the workshop')
  const guess = { publicKey: thief.publicKeyText, code: '000000' }
  expect(await outcomeOf(links.call(link, 'key', guess))).toEqual([400, 'SIGNING_CODE_WRONG'])
  const ann = await createSigner()
  const bound = await links.bind(link, email, ann)
  const forged = await links.statementOf(thief, bound)
  expect((await outcomeOf(links.call(link, 'statement', forged)))[1]).toBe('STATEMENT_REFUSED')
  advance(61_000)
  const second = await createSigner()
  const waiting = await links.bind(link, email, second)
  expect([waiting.waitsForRelease, waiting.basis.key]).toEqual([true, bound.basis.key])
  const early = await links.statementOf(second, waiting)
  expect((await outcomeOf(links.call(link, 'statement', early)))[1]).toBe('STATEMENT_REFUSED')
  const [recipient] = (await links.http.envelopeOf(links.http.show(sender, id))).recipients
  const { thumbprint } = recipient?.otherKey ?? {}
  const path = `/${id}/recipients/recipient-1/release`
  await links.http.envelopeOf(system.request('POST', path, sender.token, { json: { thumbprint } }))
  const released = await linked(links.call(link, 'open'))
  expect(released.waitsForRelease).toBe(false)
  await linked(links.call(link, 'statement', await links.statementOf(second, released)))
})

test('a recipient hands over: the old link ends, the new person and the sender are told; then they decline', async () => {
  const { links, system } = site
  const { email, id, link, sender } = await links.sendRequest()
  const signer = await createSigner()
  const to = `ben-${randomUUID()}@example.com`
  const code = await links.codeFor(link, email, signer)
  const person = { publicKey: signer.publicKeyText, code, name: 'Ben Baker', email }
  expect((await outcomeOf(links.call(link, 'hand-over', person)))[1]).toBe('ALREADY_RECIPIENT')
  expect(await outcomeOf(links.call(link, 'hand-over', { ...person, email: to }))).toEqual([
    200,
    { to: 'b…@example.com' },
  ])
  expect(await outcomeOf(links.call(link, 'open'))).toEqual([410, 'HANDED_OVER'])
  expect(await links.mailTo(sender.email, 'handed over')).toContain('Ann Archer handed over')
  const next = linkIn(await links.mailTo(to, 'asks you to sign'))
  const ben = await createSigner()
  const bound = await links.bind(next, to, ben)
  expect(bound.you).toMatchObject({ original: 'recipient-1', tookOverFrom: 'Ann Archer' })
  const shown = await links.http.envelopeOf(links.http.show(sender, id))
  expect(shown.steps.find(({ type }) => type === 'handed-over')).toMatchObject({
    ...{ recipient: 'recipient-1', recipientName: 'Ann Archer', handedOverTo: 'Ben Baker' },
  })
  const listed = (await (await links.http.list(sender)).json()) as EnvelopeList
  const taken = { original: 'recipient-1', tookOverFrom: 'Ann Archer' }
  expect(listed.envelopes[0]?.recipients[0]).toMatchObject(taken)
  const declined = await links.statementOf(ben, bound, 'The rent is wrong')
  expect((await linked(links.call(next, 'decline', declined))).state).toBe('declined')
  expect(await links.mailTo(sender.email, 'Declined:')).toContain('Reason: The rent is wrong')
  expect(await outcomeOf(links.call(next, 'signing-record'))).toEqual([
    409,
    'ENVELOPE_NOT_FINISHED',
  ])
  let record = new Response()
  await until(async () => {
    record = await links.http.download(sender, id, 'signing-record')
    return record.ok
  })
  const bytes = new Uint8Array(await record.clone().arrayBuffer())
  const { request } = await checkSignedPdf(bytes, { authorities: [], now: new Date() })
  const unknown = { policy: 'none', blocks: { kind: 'offline' } } as const
  const check = request && (await verifyRequest(request, unknown))
  expect(check).toMatchObject({
    participants: [{ name: 'Ben Baker', act: 'decline' }],
    checks: expect.arrayContaining([expect.objectContaining({ reason: 'ABORTED' })]),
  })
  // That it was declined counts only in a record that the reader trusts. A proof without an anchor names no chain.
  expect(['foreign-record', 'incomplete']).toContain(check?.verdict)
  const said = await wordsOf(record)
  for (const text of [
    'Result Declined. Nobody is bound by it.',
    `“Ann Archer” handed the request over to “Ben Baker” (${to})`,
    '“Ben Baker” declined. Reason: “The rent is wrong”',
    'There is no signed PDF',
  ])
    expect(said).toContain(withoutSpaces(text))
  // He did not accept the text about electronic signing.
  expect(said).not.toContain(withoutSpaces('Text request-'))
  const remind = system.request('POST', `/${id}/recipients/recipient-2/remind`, sender.token)
  expect(await outcomeOf(remind)).toEqual([409, 'ENVELOPE_ENDED'])
})

test('without the access code, no call shows anything about the document or the workspace’s branding', async () => {
  const { advance, links, system } = site
  const { link, sender } = await links.sendRequest({ accessCode: 'Blue Bird' })
  const branding = { ...{ logo: null, color: '#1a2b3c' }, privacyUrl: null, termsUrl: null }
  const workspaces = workspaceModel(system.other.auth.mongo.connection)
  await workspaces.updateOne({ _id: sender.workspaceId }, { name: 'Archer & Co', branding })
  // The invitation was sent without branding; that answer is used for 30 seconds.
  advance(31_000)
  for (const path of ['open', 'prepared', 'finished'])
    expect(await outcomeOf(links.call(link, path))).toEqual([403, 'ACCESS_CODE_NEEDED'])
  const { publicKeyText: publicKey } = await createSigner()
  expect(await outcomeOf(links.call(link, 'code', { publicKey }))).toEqual([
    403,
    'ACCESS_CODE_NEEDED',
  ])
  const opened = await linked(links.call(link, 'open', { accessCode: 'blue bird ' }))
  expect(opened.you.name).toBe('Ann Archer')
  expect(opened.branding).toEqual({ ...branding, workspaceName: 'Archer & Co' })
})

test('after their own deadline, a recipient reads that the request has ended, and can do nothing more', async () => {
  const { advance, links, system } = site
  const { email, id, link, sender } = await links.sendRequest({ answerWithinDays: 2 })
  const signer = await createSigner()
  const shown = await links.bind(link, email, signer)
  const { answerBy = '' } = shown.you
  expect(Date.parse(answerBy)).toBeLessThan(Date.parse(shown.expiresAt))
  const statement = await links.statementOf(signer, shown)
  const decline = await links.statementOf(signer, shown, 'No')
  advance(2 * 24 * 60 * 60 * 1_000)
  expect(await linked(links.call(link, 'open'))).toMatchObject({
    state: 'expired',
    you: { isLate: true, answerBy },
  })
  for (const [path, body] of [
    ['statement', statement],
    ['decline', decline],
    ['code', { publicKey: signer.publicKeyText }],
  ] as const)
    expect(await outcomeOf(links.call(link, path, body))).toEqual([409, 'ENVELOPE_ENDED'])
  await links.mailTo(sender.email, 'Expired')
  const seen = await links.http.envelopeOf(system.request('GET', `/${id}`, sender.token))
  expect(seen).toMatchObject({
    state: 'expired',
    recipients: [{ isLate: true, answerWithinDays: 2, answerBy }],
  })
})
