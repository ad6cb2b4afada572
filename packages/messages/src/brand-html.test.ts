/** What the e-mails of a workspace show, in both versions. */
import { contrast } from '@inkproof/protocol/brand-color'
import { expect, test } from '@jest/globals'
import type { EmailBrand, EmailContent } from './email-content.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-text.ts'

const CONTENT: EmailContent = {
  ...{ subject: 'Please sign', heading: 'Please sign “Lease”', paragraphs: ['Read it first.'] },
  action: { label: 'Review', url: 'https://proof.example/sign/x#y', note: 'Only for you.' },
  reason: 'You are part of a request.',
}
const BRAND: EmailBrand = { name: 'Roe Workshops', logo: null, color: null, links: [] }
const LOGO = { png: Buffer.from('the logo'), width: 480, height: 100 }
const HTTPS = { label: 'Privacy policy', url: 'https://roe.example/privacy' }

const options = (brand?: Partial<EmailBrand>) => ({
  ...{ origin: 'https://proof.example', language: 'en' as const },
  brand: brand && { ...BRAND, ...brand },
})
const html = (brand?: Partial<EmailBrand>) => emailHtml(CONTENT, options(brand))
const text = (brand?: Partial<EmailBrand>) => emailText(CONTENT, options(brand))

test('the header names the workspace and that the e-mail was sent through Inkproof', () => {
  const [header = ''] = html({}).split('class="sheet"')
  expect(header).toContain('>Roe Workshops</p>')
  expect(header).toContain('>Sent through Inkproof</p>')
  expect(html({})).toContain(
    'Sent for Roe Workshops through Inkproof. The logo, the color and the links come from Roe Workshops.',
  )
})

test('without a workspace, the header names Inkproof, and nothing of a workspace remains', () => {
  expect(html()).toContain('>Inkproof</td>')
  expect(html()).toContain('.button { background: #4a5df0 !important; color: #ffffff !important; }')
  expect(html()).not.toMatch(/<img|Sent (?:for|through)/)
})

test('the logo is shown at half its size and belongs to the e-mail; nothing is loaded', () => {
  const page = html({ logo: LOGO, links: [HTTPS], color: '#1a2b3c' })
  expect(page).toContain('<img src="cid:logo" alt="" width="256" height="66"')
  expect(page).not.toMatch(/\ssrc="(?!cid:)|\ssrcset=|url\(|@import|<link|background="/)
  expect(html({ links: [HTTPS] })).not.toContain('<img')
})

test('a name with markup is shown as text', () => {
  const name = '</p><img src="https://evil.example/x" onerror=alert(1)>&amp;'
  const page = html({ name, logo: LOGO })
  expect(page.match(/<img/g)).toHaveLength(1)
  expect(page).toContain('&lt;/p&gt;&lt;img src=&quot;https://evil.example/x&quot;')
  expect(page).toContain('alert(1)&gt;&amp;amp;')
})

test.each([
  'http://roe.example/privacy',
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  '//roe.example/privacy',
  'roe.example',
  '',
])('%j is not shown as a link', (url) => {
  const links = [{ label: 'Legal notice', url }]
  expect([html({ links }), text({ links })]).toEqual([html({}), text({})])
})

test.each([
  ['https://roe.example/?a=1&b=2', 'https://roe.example/?a=1&amp;b=2'],
  ['https://roe.example/"onclick="x', 'https://roe.example/%22onclick=%22x'],
  ['https://roe.example/\r\nBcc:x', 'https://roe.example/Bcc:x'],
  ['https://bаnk.example/', 'https://xn--bnk-6cd.example/'],
])('%j is shown as %s', (url, shown) => {
  const links = [{ label: 'Im<b>print', url }]
  expect(html({ links })).toContain(`Im&lt;b&gt;print: <a class="link" href="${shown}"`)
  expect(text({ links })).toContain(`Im<b>print: ${shown.replace('&amp;', '&')}\n`)
})

test('both versions say who gets replies', () => {
  const reply = { ...options(), replyTo: 'roe@example.com' }
  const sentence = 'Replies to this e-mail go to roe@example.com, not to Inkproof. For help, visit '
  for (const version of [emailHtml(CONTENT, reply), emailText(CONTENT, reply)]) {
    expect(version).toContain(sentence)
    expect(version).not.toContain('are not read')
  }
  for (const version of [html(), text()])
    expect(version).toContain('Replies to this e-mail are not read. For help, visit ')
})

test('the text of the button is readable on every color, in both themes', () => {
  const levels = ['00', '33', '66', '99', 'cc', 'ff']
  const colors = levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => `#${r}${g}${b}`)))
  for (const color of [...colors, '#757575', '#767676']) {
    const page = html({ color })
    const pairs = [
      /class="button"[^>]*;background:(#\w{6});color:(#\w{6});"/.exec(page),
      /\.button \{ background: (#\w{6}) !important; color: (#\w{6}) !important; \}/.exec(page),
    ]
    for (const [, background = '', ink = ''] of pairs.map((pair) => pair ?? []))
      expect(contrast(background, ink)).toBeGreaterThanOrEqual(4.5)
  }
})

test('the plain text is that of the e-mail without a workspace, and names the workspace and its links below', () => {
  const brand = { logo: LOGO, color: '#1a2b3c', links: [HTTPS] }
  const added = [
    'Sent for Roe Workshops through Inkproof. The logo, the color and the links come from Roe Workshops. Inkproof has not checked them.',
    'Privacy policy: https://roe.example/privacy\n\n',
  ].join('\n')
  expect(text(brand)).toContain(`\n\n${added}--\n`)
  expect(text(brand).replace(added, '')).toBe(text())
})
