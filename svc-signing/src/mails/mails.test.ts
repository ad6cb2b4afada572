/** Which e-mails a request causes, and what they show, with a real database, Redis and mail server. */
import { until } from '@inkproof/service-kit/testing/fixture'
import { formatUtc } from '@inkproof/texts/format-utc'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { DeclinedRow, RecipientRow, StatementRow } from '../envelopes/envelopes.model.ts'
import { sendCode } from '../signing-links/codes.ts'
import {
  type LinkSystem,
  mailsOf,
  openLinkSystem,
  senderOf,
  textOf,
} from '../testing/link-system.ts'
import { MAIL_KINDS } from './signing-mails.model.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const HOUR_MS = 60 * 60 * 1_000
const STATEMENT = { digest: 'aa' } as StatementRow

let system: LinkSystem
beforeAll(async () => {
  system = await openLinkSystem()
})
afterAll(() => system.close())

test('invites those whose turn it is, once, and the others when it is theirs', async () => {
  const { _id, recipients } = await system.insert({
    recipients: [
      { order: 1 },
      { order: 2, role: 'approver' },
      { order: 2, role: 'viewer' },
      { role: 'copy' },
    ],
  })
  const [first, second, viewer] = recipients.map(({ email }) => email)
  await system.followUp(_id)
  await Promise.all([system.followUp(_id), system.followUp(_id)])
  expect(await mailsOf(system, _id)).toEqual([`invitation ${first}`])
  await system.received(_id)
  await system.set(_id, { 'recipients.0.statement': STATEMENT })
  await system.followUp(_id)
  expect(await mailsOf(system, _id)).toEqual([
    `invitation ${first}`,
    `invitation ${second}`,
    `invitation ${viewer}`,
  ])
  const subjects = (await system.received(_id)).map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1])
  expect(subjects.map((subject) => subject?.trim()).sort()).toEqual([
    'Roe Workshops asks you to approve: Lease of the workshop',
    'Roe Workshops asks you to sign: Lease of the workshop',
    'Roe Workshops shares a document with you: Lease of the workshop',
  ])
})

test('an invitation names sender, title, message, expiry, and says that the link cannot sign', async () => {
  const message = 'Dear Ann,\n\nplease sign.\nSee www.example.com'
  const accessCode = { salt: 's', hash: 'h', wrong: 0 }
  const { _id, recipients } = await system.insert({
    request: { message },
    recipients: [{ accessCode }],
  })
  await system.followUp(_id)
  const [mail] = await system.received(_id)
  const text = textOf(mail ?? { to: '', raw: '', messageId: '' })
  const { linkId } = recipients[0] as RecipientRow
  const [, secret = ''] = new RegExp(`/sign/${linkId}#(\\S+)`).exec(text) ?? []
  const address = recipients[0]?.email ?? ''
  const subject = { envelopeId: _id, recipientId: 'recipient-1', address, epoch: 1 }
  expect(system.linkSecrets.isSecretOf(secret, subject)).toBe(true)
  for (const part of [
    'Message from Roe Workshops:',
    'Dear Ann,\n\nplease sign.\n\nSee www. example. com',
    'The link alone cannot sign.',
    'The document opens only with an access code. Roe Workshops gives it to you separately',
    'Document: Lease of the workshop',
    'Deadline: ',
  ])
    expect(text).toContain(part)
  expect(mail?.raw).toContain('text/html')
})

test('a request in which only the sender acts sends no e-mail', async () => {
  const { _id } = await system.insert({ recipients: [{ linkId: null }], state: 'completed' })
  expect(await system.followUp(_id)).toBeNull()
  expect(await mailsOf(system, _id)).toEqual([])
})

test('a draft and a deleted request send no e-mail', async () => {
  const deleted = await system.insert({ isDeleted: true })
  await system.followUp(deleted._id)
  const draft = await system.insert()
  await system.set(draft._id, { request: null, state: 'draft' })
  await system.followUp(draft._id)
  expect([await mailsOf(system, deleted._id), await mailsOf(system, draft._id)]).toEqual([[], []])
})

test('on completion, everybody is told, also who gets a copy and the sender', async () => {
  const row = await system.insert({ recipients: [{}, { role: 'copy' }] })
  const { _id, recipients } = row
  await system.set(_id, { state: 'completed' })
  await system.followUp(_id)
  const [signer, copy] = recipients.map(({ email }) => email)
  expect((await mailsOf(system, _id)).sort()).toEqual(
    [`completed ${signer}`, `completed ${copy}`, `completed ${senderOf(row)}`].sort(),
  )
  const toSender = (await system.received(_id)).find(({ to }) => to === senderOf(row))
  expect(textOf(toSender as never)).toContain(`/document-signing?envelope=${_id}`)
})

test('after a decline, those who were invited and the sender are told who declined and why', async () => {
  const row = await system.insert({ recipients: [{}, {}, { order: 2 }] })
  const { _id, recipients } = row
  await system.followUp(_id)
  const declined = { reason: 'The rent is wrong' } as DeclinedRow
  await system.set(_id, { state: 'declined', 'recipients.0.declined': declined })
  await system.followUp(_id)
  const mails = (await mailsOf(system, _id)).filter((mail) => mail.startsWith('declined'))
  expect(mails.sort()).toEqual(
    [`declined ${recipients[1]?.email}`, `declined ${senderOf(row)}`].sort(),
  )
  const texts = (await system.received(_id)).map(textOf)
  expect(texts.filter((text) => text.includes('Reason: The rent is wrong'))).toHaveLength(2)
})

test.each(['voided', 'expired'] as const)(
  'after a request was %s, the invited are told',
  async (state) => {
    const row = await system.insert({ recipients: [{}, { order: 2 }] })
    const { _id, recipients } = row
    await system.followUp(_id)
    await system.set(_id, { state })
    await system.followUp(_id)
    const mails = (await mailsOf(system, _id)).filter((mail) => mail.startsWith(state))
    // The sender withdrew it, so they know.
    const sender = state === 'expired' ? [`expired ${senderOf(row)}`] : []
    expect(mails.sort()).toEqual([`${state} ${recipients[0]?.email}`, ...sender].sort())
  },
)

test('a recipient with less time reads their own deadline, and afterwards everybody who let it pass', async () => {
  const answerBy = new Date(system.now().getTime() + 5 * DAY_MS)
  const reminders = { firstAfterDays: 4, repeatAfterDays: 4 }
  const row = await system.insert({
    request: { reminders },
    recipients: [{ name: 'Ann', answerBy }, { name: 'Ben' }],
  })
  const { _id, recipients } = row
  expect(await system.followUp(_id)).toEqual(new Date(system.now().getTime() + 4 * DAY_MS))
  // Otherwise, the time of an attempt that is still running would end, and the e-mail be sent twice.
  await system.received(_id)
  system.pass(4 * DAY_MS)
  // The next reminders would come after the deadline of Ann, at which the request ends.
  expect(await system.followUp(_id)).toBeNull()
  await system.received(_id)
  system.pass(DAY_MS)
  expect(await system.followUp(_id)).toBeNull()
  await system.set(_id, { state: 'expired', endedAt: system.now() })
  await system.followUp(_id)
  const received = await system.received(_id)
  const textsTo = (to: string | undefined) => received.filter((mail) => mail.to === to).map(textOf)
  const [toAnn, toBen] = recipients.map(({ email }) => textsTo(email))
  const day = formatUtc(answerBy)
  expect(toAnn?.map((text) => text.includes(`Deadline: ${day}`))).toEqual([true, true, false])
  expect(toBen?.map((text) => text.includes(`Deadline: ${day}`))).toEqual([false, false, false])
  expect(toAnn?.[2]).toContain(`You had until ${day} to respond to`)
  const toOthers = `Ann did not respond to “Lease of the workshop” by ${day}.`
  expect([toBen?.[2], textsTo(senderOf(row))[0]]).toEqual([
    expect.stringContaining(toOthers),
    expect.stringContaining(toOthers),
  ])
})

test('a recipient who got more time is told, with the link and the new deadline, and reminded later', async () => {
  const answerBy = new Date(system.now().getTime() + 2 * DAY_MS)
  const { _id, recipients } = await system.insert({
    request: { reminders: { firstAfterDays: 3, repeatAfterDays: 3 } },
    recipients: [{ answerBy }, {}, { order: 2, extensions: 1 }],
  })
  await system.followUp(_id)
  await system.received(_id)
  system.pass(DAY_MS)
  const later = new Date(answerBy.getTime() + 3 * DAY_MS)
  await system.set(_id, { 'recipients.0.answerBy': later, 'recipients.0.extensions': 1 })
  await system.followUp(_id)
  await system.followUp(_id)
  const [ann, ben] = recipients.map(({ email }) => email)
  expect(await mailsOf(system, _id)).toEqual([
    ...[`invitation ${ann}`, `invitation ${ben}`, `extended ${ann}`],
  ])
  const mail = (await system.received(_id)).find(({ raw }) =>
    /^Subject: You have more time/m.test(raw),
  )
  const text = textOf(mail as never)
  for (const part of [
    `You have until ${formatUtc(later)}`,
    'Roe Workshops has given you more time for “Lease of the workshop”.',
    `Deadline: ${formatUtc(later)}`,
    `/sign/${recipients[0]?.linkId}#`,
  ])
    expect(text).toContain(part)
  // The first reminder counts from the newest e-mail with the link.
  system.pass(2 * DAY_MS)
  await system.followUp(_id)
  expect((await mailsOf(system, _id)).filter((item) => item.startsWith('reminder'))).toEqual([
    `reminder ${ben}`,
  ])
})

test('no invitation is sent late, after the deadline of a recipient', async () => {
  const { _id, recipients } = await system.insert({ recipients: [{ answerBy: system.now() }, {}] })
  await system.followUp(_id)
  await until(
    async () =>
      (await system.mailModel.countDocuments({ envelopeId: _id, 'mail.state': 'due' })) === 0,
  )
  const to = recipients.map(({ email }) => email)
  expect(system.smtp.received.filter((mail) => to.includes(mail.to))).toEqual([])
})

test('a sender without an account gets no e-mail, and the recipients do', async () => {
  system.accounts.exist = false
  const { _id } = await system.insert({ state: 'completed' })
  await system.followUp(_id)
  expect((await mailsOf(system, _id)).map((mail) => mail.split(' ')[0])).toEqual(['completed'])
  system.accounts.exist = true
})

test('describes the newest e-mail with a link, without the link', async () => {
  const { _id, recipients } = await system.insert({ recipients: [{}, { order: 2 }] })
  await system.followUp(_id)
  await system.received(_id)
  system.pass(HOUR_MS)
  await system.mails.remind(await system.read(_id), 'recipient-1')
  await system.received(_id)
  const found = await system.mails.invitationsOf({ _id })
  expect([...found.keys()]).toEqual(['recipient-1'])
  expect(found.get('recipient-1')).toMatchObject({
    subject: 'Reminder: please sign Lease of the workshop',
    to: recipients[0]?.email,
    state: 'sent',
  })
  expect(JSON.stringify([...found])).not.toContain('/sign/')
})

test('an invitation that is not sent yet is dropped when the request ends', async () => {
  const { _id, recipients } = await system.insert()
  await system.set(_id, { state: 'signing' })
  const before = system.smtp.received.length
  await system.set(_id, { state: 'voided' })
  // As if it had been inserted before the end.
  await system.mails.followUp({ ...(await system.read(_id)), state: 'signing' })
  await system.received(_id)
  expect(system.smtp.received.slice(before).map(({ to }) => to)).not.toContain(recipients[0]?.email)
})

test('there is a template for each kind', async () => {
  const { createLinkSecrets } = await import('../link-secrets/link-secrets.ts')
  const { signingMailTemplates } = await import('./mail-texts.ts')
  const templates = signingMailTemplates(createLinkSecrets(system.keys, 'https://a.example'))
  expect(Object.keys(templates).sort()).toEqual([...MAIL_KINDS].sort())
})

test('an e-mail shows the branding and the reply address of the time when it is sent, a code none', async () => {
  const branding = {
    ...{ workspaceName: 'Roe\r\nBcc: <img src=x>', color: '#ffee00', termsUrl: null },
    logo: { url: '/api/auth/logos/x', width: 480, height: 100 },
    privacyUrl: 'https://roe.example/privacy',
  }
  Object.assign(system.branding, {
    ...{ shown: branding, png: Buffer.from('the logo'), replyTo: 'roe@example.com' },
  })
  const row = await system.insert()
  const { _id, recipients } = row
  const recipient = recipients[0] as RecipientRow
  await system.followUp(_id)
  const [invitation] = await system.received(_id)
  await sendCode(system.codesDeps, { row: row as never, recipient, index: 0 }, 'ab'.repeat(32))
  const [, code] = await system.received(_id)
  Object.assign(system.branding, {
    shown: { ...branding, workspaceName: 'Roe & Sons', logo: null },
    replyTo: 'sons@example.com',
  })
  system.pass(HOUR_MS)
  await system.mails.remind(await system.read(_id), recipient.id)
  const [, , reminder] = await system.received(_id)
  Object.assign(system.branding, { shown: null, replyTo: 'x@example.com\r\nBcc: y@example.com' })
  await system.set(_id, { state: 'voided' })
  await system.followUp(_id)
  const [, , , withdrawal] = await system.received(_id)
  Object.assign(system.branding, { replyTo: null })
  const raw = [invitation, code, reminder, withdrawal].map((mail) => mail?.raw ?? '')
  for (const mail of raw) {
    const [headers = ''] = mail.split('\r\n\r\n')
    expect(headers.match(/^(?:From: Inkproof <|Bcc:).*/gim)).toHaveLength(1)
  }
  expect(raw.map(repliesOf)).toEqual([
    ['roe@example.com', 'go to roe@example.com'],
    [undefined, 'are not read'],
    ['sons@example.com', 'go to sons@example.com'],
    [undefined, 'are not read'],
  ])
  expect(raw.map((mail) => mail.includes('Content-ID: <logo>'))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(textOf(invitation ?? NO_MAIL)).toContain(
    '\nSent for Roe Bcc: <img src=x> through Inkproof.',
  )
  expect(textOf(reminder ?? NO_MAIL)).toContain('\nSent for Roe & Sons through Inkproof.')
  expect(textOf(code ?? NO_MAIL)).toContain('Enter this code')
  for (const mail of [code, withdrawal])
    expect(mail?.raw).not.toMatch(/roe\.example|through|ffee00/)
})

const NO_MAIL = { to: '', raw: '', messageId: '' }

/** Where replies go: by the header, and by the sentence in the text. */
function repliesOf(mail: string): [header: string | undefined, sentence: string | undefined] {
  const text = mail.replaceAll('=\r\n', '').replace(/\s+/g, ' ')
  return [
    /^Reply-To: (\S+)\r$/m.exec(mail)?.[1],
    /Replies to this e-mail (are not read|go to \S+(?=,))/.exec(text)?.[1],
  ]
}
