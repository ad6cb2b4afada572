import { expect, test } from '@jest/globals'
import { EVENT_KINDS } from '../events/events.model.ts'
import { TOKEN_KINDS } from '../tokens/tokens.model.ts'
import { eventLetter } from './event-letters.ts'
import { isMailedKind, type MailedKind } from './event-words.ts'
import type { Letter } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import { mailboxOf } from './mailbox-address.ts'
import { tokenLetter } from './token-letters.ts'

const ORIGIN = 'https://proof.example'
const AT = new Date('2026-11-21T19:30:00Z')

const event = (kind: MailedKind, data: Record<string, string> = {}) =>
  eventLetter(kind, { at: AT, data, origin: ORIGIN })

const token = (kind: (typeof TOKEN_KINDS)[number], data: Record<string, string> = {}) =>
  tokenLetter(kind, {
    createdAt: AT,
    expiresAt: new Date('2026-11-21T20:30:00Z'),
    data,
    origin: ORIGIN,
    secret: 'a-secret',
  })

const LETTERS: [string, () => Letter][] = [
  ...EVENT_KINDS.filter(isMailedKind).map((kind): [string, () => Letter] => [
    kind,
    () => event(kind),
  ]),
  ...TOKEN_KINDS.map((kind): [string, () => Letter] => [kind, () => token(kind)]),
]

test.each(LETTERS)(
  '%s has its words, in text and in HTML, also where nothing else is known',
  (_kind, make) => {
    const letter = make()
    const [text, html] = [letterText(letter, ORIGIN), letterHtml(letter, ORIGIN)]
    expect(letter.subject).toMatch(/^[^\n]{10,}$/)
    for (const said of [letter.heading, ...letter.paragraphs, letter.reason]) {
      expect(text).toContain(said)
      expect(plain(html)).toContain(said)
    }
    expect(text + html).not.toMatch(/undefined|null|\[object/)
  },
)

test.each(LETTERS)('%s loads nothing and leads nowhere but here', (_kind, make) => {
  const html = letterHtml(make(), ORIGIN)
  expect(html).not.toMatch(/<img|<script|<link|<iframe|url\(|src=/i)
  const addresses = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.every((href) => href?.startsWith(ORIGIN))).toBe(true)
})

test('what happened is told with its time in UTC, the device and the place', () => {
  const facts = { device: 'Firefox on Linux', place: 'Norway', address: '192.0.2.7' }
  const text = letterText(event('new-device', facts), ORIGIN)
  expect(text).toContain('November 21, 2026 at 7:30 PM UTC')
  expect(text).toContain('Firefox on Linux')
  expect(text).toContain('Norway · 192.0.2.7')
  expect(text).toContain(`Choose a new password: ${ORIGIN}/reset-password`)
})

test.each([
  ['reset', `${ORIGIN}/reset-password#a-secret`, '1 hour'],
  ['confirm-email', `${ORIGIN}/user-profile#confirm-email=a-secret`, '7 days'],
  ['change-email', `${ORIGIN}/user-profile#change-email=a-secret`, '24 hours'],
  ['undo-email', `${ORIGIN}/user-profile#undo-email=a-secret`, '7 days'],
  ['invitation', `${ORIGIN}/user-profile#invitation=a-secret`, '7 days'],
] as const)(
  'the link of %s carries its secret behind the #, and says for how long',
  (kind, url, lasts) => {
    const text = letterText(token(kind), ORIGIN)
    expect(text).toContain(`${url}\n`)
    expect(text).toContain(`works once, for ${lasts}: until November 21, 2026 at 8:30 PM UTC`)
  },
)

test('what people typed is one short line and no markup', () => {
  const workspace = `Acme\r\nBcc: all@example.com <img src=x onerror=alert(1)>${'x'.repeat(500)}`
  const letter = token('invitation', { inviter: 'Ann "A" <b>', workspace })
  expect(letter.subject).not.toMatch(/[\r\n]/)
  expect(letter.subject.length).toBeLessThan(300)
  const html = letterHtml(letter, ORIGIN)
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<b>')
  expect(html).toContain('&lt;img src=x')
})

test('after an undo the letter says that the address was kept, and raises no alarm', () => {
  const data = { from: 'eve@example.org', to: 'ada@example.org', undone: 'yes' }
  const kept = event('email-changed', data)
  expect(kept.subject).toBe('Your e-mail address was kept')
  const text = letterText(kept, ORIGIN)
  expect(text).toContain('Your account uses ada@example.org.')
  expect(text).toContain('The change to eve@example.org was undone.')
  expect(text).toContain(`Choose a new password: ${ORIGIN}/reset-password`)
  expect(text).not.toMatch(/was changed|Was it not you/)
  const { undone: _, ...changed } = data
  expect(event('email-changed', changed).subject).toMatch(/was changed$/)
})

test('the letters say what was done, to whom and when', () => {
  const going = event('deletion-asked', { deleteAt: '2026-12-05T19:30:00.000Z' })
  expect(going.paragraphs[0]).toMatch(/^It will be deleted on December 5, 2026 at 7:30 PM UTC\./)
  const code = event('recovery-code-used', { left: '9' })
  expect(code.paragraphs[0]).toMatch(
    /^Somebody showed one of your recovery codes, to sign in or to/,
  )
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
])('the name %j stands in mails as %j', (name, shown) => {
  const letters = [
    token('invitation', { inviter: name, workspace: name, role: 'member' }),
    event('role-changed', { workspace: name, role: 'member' }),
    event('member-removed', { workspace: name }),
    event('way-added', { way: name }),
    event('new-device', { device: name }),
    token('reset', { device: name }),
  ]
  for (const letter of letters) {
    const text = `${letter.subject} ${letterText(letter, ORIGIN)}`
    expect(text).toContain(shown)
    if (name !== shown) expect(text).not.toContain(name)
  }
})

test('an invitation cuts a long workspace name in its subject only, and makes no link of it', () => {
  const workspace = `${'Proofs of the north harbour '.repeat(2)}at harbour.example`
  const { subject, ...body } = token('invitation', { inviter: 'Ann', workspace })
  expect(subject).toBe(`Ann invites you to ${workspace.slice(0, 59)}… on Inkproof`)
  const whole = workspace.replace('r.e', 'r. e')
  expect(body.heading).toBe(`Work together in ${whole}`)
  expect(body.paragraphs[0]).toContain(`to the workspace ${whole}, as: member.`)
  expect(letterText({ subject, ...body }, ORIGIN)).not.toContain('harbour.example')
})

test.each([
  'ann@example.com, bob@example.com',
  'ann@example.com\r\nBcc: bob@example.com',
  'Ann <ann@example.com>',
  '"ann@evil.example"@example.com',
  'ann@example.com;bob@example.com',
  'ann@@example.com',
  'ann@example.com bob',
  'ann(x)@example.com',
  '',
])('%j is not the address of one mailbox', (address) => {
  expect(mailboxOf(address)).toBeUndefined()
})

test('an ordinary address is taken as it is', () => {
  expect(mailboxOf("Ann.O'Neil+x@mail.example.com")).toBe("Ann.O'Neil+x@mail.example.com")
})

function plain(html: string): string {
  return html
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}
