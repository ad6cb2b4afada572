/** Tests the text of every e-mail that the features of svc-auth register. */
import type { EmailContent } from '@inkproof/messages/email-content'
import { emailHtml } from '@inkproof/messages/email-html'
import { emailText } from '@inkproof/messages/email-text'
import { safeValuesOf } from '@inkproof/messages/safe-values'
import { EVENT_KINDS, type EventKind } from '@inkproof/protocol/event-kinds'
import { type Language, textsFor } from '@inkproof/texts/texts-for'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { TRUSTED_EVENT_VALUES } from '../events/event-email.ts'
import { eventsFeature } from '../events/feature.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { TRUSTED_LINK_VALUES } from '../tokens/link-email.ts'
import { TOKEN_KINDS, type TokenKind } from '../tokens/tokens.model.ts'

const ORIGIN = 'https://proof.example'
const EVENT_AT = new Date('2026-11-21T19:30:00Z')
const EXPIRY = new Date('2026-11-21T20:30:00Z')

/** Users are not e-mailed about what they have just done themselves and can easily undo. */
const NOT_MAILED = ['account-created', 'email-confirmed', 'member-invited', 'member-joined']
const MAILED_KINDS = EVENT_KINDS.filter((kind) => !NOT_MAILED.includes(kind))

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

type Values = Record<string, string>

function eventEmail(kind: EventKind, data: Values = {}, language: Language = 'en'): EmailContent {
  const { templates } = auth.providedBy(eventsFeature).eventEmails
  const row = { _id: 'e', accountId: 'a', kind, at: EVENT_AT, data }
  const value = safeValuesOf(data, TRUSTED_EVENT_VALUES)
  return contentOf(templates, kind)({ ...textsFor(language), row, value, origin: ORIGIN })
}

function linkEmail(kind: TokenKind, data: Values = {}, language: Language = 'en'): EmailContent {
  const { templates } = auth.providedBy(tokensFeature).linkEmails
  const dates = { createdAt: EVENT_AT, expiresAt: EXPIRY }
  const row = { _id: 't', seed: 's', kind, ownerId: 'a', data, state: 'open' as const, ...dates }
  const value = safeValuesOf(data, TRUSTED_LINK_VALUES)
  return contentOf(templates, kind)({ ...textsFor(language), row, value, origin: ORIGIN })
}

function contentOf<Template>(
  templates: { find(id: string): { content: Template } | undefined },
  id: string,
): Template {
  const found = templates.find(id)
  if (!found) throw new Error(`no feature provides the e-mail ${id}`)
  return found.content
}

const text = (content: EmailContent, language: Language = 'en') =>
  emailText(content, { origin: ORIGIN, language })
const html = (content: EmailContent, language: Language = 'en') =>
  emailHtml(content, { origin: ORIGIN, language })

const EMAILS: [string, (language?: Language) => EmailContent][] = [
  ...MAILED_KINDS.map((kind): [string, (language?: Language) => EmailContent] => [
    kind,
    (language) => eventEmail(kind, {}, language),
  ]),
  ...TOKEN_KINDS.map((kind): [string, (language?: Language) => EmailContent] => [
    kind,
    (language) => linkEmail(kind, {}, language),
  ]),
]

test('every mailed event and every link has exactly one template', () => {
  const { eventEmails } = auth.providedBy(eventsFeature)
  expect(eventEmails.templates.ids().sort()).toEqual([...MAILED_KINDS].sort())
  const { linkEmails } = auth.providedBy(tokensFeature)
  expect(linkEmails.templates.ids().sort()).toEqual([...TOKEN_KINDS].sort())
})

test.each(EMAILS)('%s has text and HTML, even without values', (_kind, write) => {
  const content = write()
  expect(content.subject).toMatch(/^[^\n]{10,}$/)
  for (const sentence of [content.heading, ...content.paragraphs, content.reason]) {
    expect(text(content)).toContain(sentence)
    expect(unescapeHtml(html(content))).toContain(sentence)
  }
  const help = `Replies to this e-mail are not read. For help, visit ${ORIGIN}/faq`
  expect(text(content)).toContain(help)
  expect(html(content)).toContain(`href="${ORIGIN}/faq"`)
  expect(text(content) + html(content)).not.toMatch(/undefined|null|\[object|\{\w+\}/)
})

test.each(EMAILS)(
  '%s loads no external content and links only to this installation',
  (_kind, write) => {
    const content = html(write())
    expect(content).not.toMatch(/<img|<script|<link|<iframe|url\(|src=/i)
    const addresses = [...content.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.every((href) => href?.startsWith(ORIGIN))).toBe(true)
  },
)

test.each(EMAILS)('every text of %s comes from the catalogue', (_kind, write) => {
  const content = write('pseudo')
  for (const part of [content.subject, text(content, 'pseudo'), bodyOf(html(content, 'pseudo'))]) {
    const untranslated = part
      .replace(/https?:\/\/\S+/g, '')
      // Dates and the product name above and below the content are not translated.
      .replace(/November 21, 2026 at \d\d:30 PM UTC|^Inkproof$|Inkproof ·/gm, '')
    expect(untranslated.match(/[a-z]{2,}/gi)).toBeNull()
  }
})

test('the e-mail about an event shows its time in UTC, the device and the location', () => {
  const facts = { device: 'Firefox on Linux', place: 'Norway', address: '192.0.2.7' }
  const plainText = text(eventEmail('new-device', facts))
  expect(plainText).toContain('November 21, 2026 at 07:30 PM UTC')
  expect(plainText).toContain('Firefox on Linux')
  expect(plainText).toContain('Norway · 192.0.2.7')
  expect(plainText).toContain(`Choose a new password: ${ORIGIN}/reset-password`)
})

test.each([
  ['reset', `${ORIGIN}/reset-password#`, '1 hour'],
  ['confirm-email', `${ORIGIN}/user-profile#confirm-email=`, '7 days'],
  ['change-email', `${ORIGIN}/user-profile#change-email=`, '24 hours'],
  ['undo-email', `${ORIGIN}/user-profile#undo-email=`, '7 days'],
  ['invitation', `${ORIGIN}/user-profile#invitation=`, '7 days'],
] as const)(
  'the e-mail %s contains the secret after the # of its link, and the expiry',
  (kind, url, duration) => {
    const plainText = text(linkEmail(kind))
    const secret = auth.providedBy(tokensFeature).tokens.secretOf({ seed: 's' })
    expect(plainText).toContain(`${url}${secret}\n`)
    const expiry = `works once and expires after ${duration}, on November 21, 2026 at 08:30 PM UTC`
    expect(plainText).toContain(expiry)
  },
)

test('values typed by users are reduced to one short line without markup', () => {
  const workspace = `Acme\r\nBcc: all@example.com <img src=x onerror=alert(1)>${'x'.repeat(500)}`
  const content = linkEmail('invitation', { inviter: 'Ann "A" <b>', workspace })
  expect(content.subject).not.toMatch(/[\r\n]/)
  expect(content.subject.length).toBeLessThan(300)
  expect(html(content)).not.toContain('<img')
  expect(html(content)).not.toContain('<b>')
  expect(html(content)).toContain('&lt;img src=x')
})

test('the e-mail after an undo says that the change was undone, without the usual warning', () => {
  const data = { from: 'eve@example.org', to: 'ada@example.org', undone: 'yes' }
  const content = eventEmail('email-changed', data)
  expect(content.subject).toBe('The change of your e-mail address was undone')
  const plainText = text(content)
  expect(plainText).toContain('Your account uses ada@example.org.')
  expect(plainText).toContain('The change to eve@example.org was undone.')
  expect(plainText).toContain(`Choose a new password: ${ORIGIN}/reset-password`)
  expect(plainText).not.toMatch(/was changed|If this wasn’t you/)
  const { undone: _, ...changed } = data
  expect(eventEmail('email-changed', changed).subject).toMatch(/was changed$/)
})

test('the e-mails contain the values of their events', () => {
  const deleted = eventEmail('deletion-asked', { deleteAt: '2026-12-05T19:30:00.000Z' })
  const date = 'December 5, 2026 at 07:30 PM UTC'
  expect(deleted.paragraphs[0]).toMatch(
    new RegExp(`^Your account will be permanently deleted on ${date}\\.`),
  )
  const code = eventEmail('recovery-code-used', { left: '9' })
  expect(code.paragraphs[0]).toMatch(/^One of your recovery codes was used to sign in or to/)
  expect(code.paragraphs[1]).toBe('Codes left: 9.')
  const role = eventEmail('role-changed', { workspace: 'Acme', role: 'viewer' })
  expect(role.paragraphs[0]).toBe('Your role in the workspace Acme is now: viewer.')
})

test.each([
  ['https://evil.example/reset', 'https: / / evil. example/ reset'],
  ['evil.example', 'evil. example'],
  ['Inkproof support, see www.evil.example', 'Inkproof support, see www. evil. example'],
  ['security@evil.example now', 'security@ evil. example now'],
  ['evil\uff0eexample\u3002com', 'evil\uff0e example\u3002 com'],
  ['e\u200bvil.exa\u00admple', 'e vil. exa mple'],
  ['mailto:x@evil.example', 'mailto: x@ evil. example'],
  ['Dr. A.Smith', 'Dr. A. Smith'],
  ['Ada Lovelace', 'Ada Lovelace'],
  ['ann@example.com', 'ann@example.com'],
  ['\u{1f600}'.repeat(130), `${'\u{1f600}'.repeat(59)}…`],
])('the name %j is shown in e-mails as %j', (name, expected) => {
  const emails = [
    linkEmail('invitation', { inviter: name, workspace: name, role: 'member' }),
    eventEmail('role-changed', { workspace: name, role: 'member' }),
    eventEmail('member-removed', { workspace: name }),
    eventEmail('replies-assigned', { workspace: name, by: name }),
    eventEmail('way-added', { way: name }),
    eventEmail('way-added', { way: 'passkey', name }),
    eventEmail('way-removed', { way: 'provider', name }),
    eventEmail('new-device', { device: name }),
    linkEmail('reset', { device: name }),
  ]
  for (const content of emails) {
    const plainText = `${content.subject} ${text(content)}`
    expect(plainText).toContain(expected)
    if (name !== expected) expect(plainText).not.toContain(name)
  }
})

test('an invitation truncates a long workspace name only in its subject, and never turns it into a link', () => {
  const workspace = `${'Proofs of the north harbour '.repeat(2)}at harbour.example`
  const content = linkEmail('invitation', { inviter: 'Ann', workspace })
  expect(content.subject).toBe(`Ann invited you to ${workspace.slice(0, 59)}… on Inkproof`)
  const whole = workspace.replace('r.e', 'r. e')
  expect(content.heading).toBe(`Work together in ${whole}`)
  expect(content.paragraphs[0]).toContain(`to the workspace ${whole}. Your role will be: member.`)
  expect(text(content)).not.toContain('harbour.example')
})

function bodyOf(document: string): string {
  return unescapeHtml(document)
    .replace(/^[\s\S]*<body/, '<body')
    .replace(/<[^>]+>/g, '\n')
}

function unescapeHtml(escaped: string): string {
  return escaped
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}
