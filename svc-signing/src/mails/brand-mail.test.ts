/** Which e-mails about signing requests show the workspace of the sender, and what of it. */
import type { ShownBranding } from '@inkproof/protocol/branding'
import { expect, test } from '@jest/globals'
import { brandOf, replyToOf } from './brand-mail.ts'
import { MAIL_KINDS, type MailKind, type SigningMailRow } from './signing-mails.model.ts'

const PNG = Buffer.from('the logo')
const LOGO = { url: '/api/auth/logos/x', width: 480, height: 100 }
const BRANDING: ShownBranding = {
  ...{ workspaceName: 'Roe Workshops', color: '#1a2b3c', logo: LOGO },
  ...{ privacyUrl: 'https://roe.example/privacy', termsUrl: null },
}
const LINK = { linkId: 'x', address: 'ann@example.com', epoch: 1 }

function setup(branding: ShownBranding | null, png: Uint8Array | null = PNG) {
  const asked: string[] = []
  const ask = <Answer>(question: string, answer: Answer) => {
    asked.push(question)
    return Promise.resolve(answer)
  }
  const brandings = {
    of: (workspaceId: string) => ask(workspaceId, branding),
    logo: (url: string) => ask(url, png),
  }
  const brand = (kind: MailKind, link: SigningMailRow['link'] = LINK) =>
    brandOf(brandings, { kind, link, workspaceId: 'w', mail: null } as SigningMailRow)
  return { asked, brand }
}

test('an invitation shows the name, the color, the logo and the links that are set', async () => {
  const { asked, brand } = setup(BRANDING)
  expect(await brand('invitation')).toEqual({
    ...{ name: 'Roe Workshops', color: '#1a2b3c' },
    logo: { png: PNG, width: 480, height: 100 },
    links: [{ label: 'Privacy policy', url: 'https://roe.example/privacy' }],
  })
  expect(asked).toEqual(['w', LOGO.url])
})

test('codes, e-mails about keys and those to the sender show nothing, and nothing is read for them', async () => {
  const { asked, brand } = setup(BRANDING)
  const plain = ['code', 'handed-over', 'key-waiting', 'key-released']
  for (const kind of MAIL_KINDS) {
    expect([kind, await brand(kind, null)]).toEqual([kind, undefined])
    if (plain.includes(kind)) expect([kind, await brand(kind)]).toEqual([kind, undefined])
  }
  expect(asked).toEqual([])
  for (const kind of MAIL_KINDS)
    if (!plain.includes(kind)) expect(await brand(kind)).toMatchObject({ name: 'Roe Workshops' })
})

test('without branding, or a logo that can be read, there is none', async () => {
  expect(await setup(null).brand('invitation')).toBeUndefined()
  expect(await setup({ ...BRANDING, logo: null }).brand('invitation')).toMatchObject({ logo: null })
  expect(await setup(BRANDING, null).brand('invitation')).toMatchObject({
    ...{ name: 'Roe Workshops', logo: null },
  })
})

test('a workspace that is named like this product has no branding in e-mails', async () => {
  for (const workspaceName of ['Inkproof', 'INKPROOF Support', 'Іnk-ρr00f'])
    expect(await setup({ ...BRANDING, workspaceName }).brand('invitation')).toBeUndefined()
})

test.each([
  ['Bank.example', 'Bank. example'],
  ['https://evil.example', 'https: / / evil. example'],
  ['Roe\r\nBcc: spy@evil.example', 'Roe Bcc: spy@ evil. example'],
  ['R\u202eoe\u2028x', 'R oe x'],
  ['\u200b', 'the sender'],
  ['x'.repeat(90), `${'x'.repeat(59)}…`],
])('the name %j is shown as %j', async (workspaceName, name) => {
  expect(await setup({ ...BRANDING, workspaceName }).brand('invitation')).toMatchObject({ name })
})

test('replies to all e-mails with a link go to the workspace; to others, also codes, to nobody', async () => {
  const replyTo = (address: string | null, kind: MailKind, link: SigningMailRow['link'] = LINK) => {
    const brandings = {
      replyTo: async (workspaceId: string) => (workspaceId === 'w' && address ? address : null),
    }
    return replyToOf(brandings, { kind, link, workspaceId: 'w' } as SigningMailRow)
  }
  for (const kind of MAIL_KINDS) {
    expect(await replyTo('roe@example.com', kind)).toBe('roe@example.com')
    expect(await replyTo('roe@example.com', kind, null)).toBeUndefined()
    expect(await replyTo(null, kind)).toBeUndefined()
  }
})
