import { workspaceBranding, workspaceLogo } from '@inkproof/protocol/internal'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { testIdentity } from '@inkproof/service-kit/testing/service-identity'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { accountModel } from '../accounts/accounts.model.ts'
import { SERVICES, startAuth, type TestAuth } from '../testing/start.ts'
import {
  createWorkspacePeople,
  outcomes,
  type WorkspacePeople,
  type WorkspacePerson,
} from '../testing/workspace-people.ts'
import { announceWorkspace } from '../workspaces/announce-workspace.ts'
import { withoutMember } from '../workspaces/departures.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { logoModel } from './logos.model.ts'

const SHOWN_NONE = { logo: null, color: null, privacyUrl: null, termsUrl: null }
const NONE = { ...SHOWN_NONE, replyTo: null, replyToChoices: [] }
const LINKS = { privacyUrl: 'https://example.com/privacy', termsUrl: 'https://example.com/terms' }

let auth: TestAuth
let people: WorkspacePeople
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
})
afterAll(() => auth.stop())

function branding(person: Pick<WorkspacePerson, 'token'>, id: string) {
  const { call } = people.as(person)
  const path = `/workspaces/${id}/branding`
  return {
    show: () => call('GET', path),
    change: (body: object) => call('PATCH', path, body),
    setLogo: async (file: Buffer | Promise<Buffer>) =>
      call('PUT', `${path}/logo`, { image: (await file).toString('base64') }),
    removeLogo: () => call('DELETE', `${path}/logo`),
  }
}

function picture(width: number, height: number, red = 200) {
  const background = { r: red, g: 80, b: 80 }
  return sharp({ create: { width, height, channels: 3, background } })
}

const countLogos = (workspaceId: string) =>
  logoModel(auth.mongo.connection).countDocuments({ workspaceId })

const otherService = () =>
  createServiceClient(testIdentity(SERVICES, 'svc-auth'), new Map([['svc-auth', auth.origin]]))

const toldAbout = (workspaceId: string) =>
  otherService().call('svc-auth', workspaceBranding, { workspaceId })

const shownFor = async (workspaceId: string) => (await toldAbout(workspaceId)).branding

const logoAt = async (url: string) =>
  (await otherService().call('svc-auth', workspaceLogo, { url })).png

test('an owner sets and removes each item; members and viewers see them; svc-signing is told', async () => {
  const { id, others, owner } = await people.createTeam('member', 'viewer')
  const as = branding(owner, id)
  expect((await as.show()).body()).toEqual(NONE)
  expect(await shownFor(id)).toBeNull()
  expect((await as.change({ color: '#1a2b3c' })).body()).toEqual({ ...NONE, color: '#1a2b3c' })
  expect((await as.change(LINKS)).body()).toEqual({ ...NONE, ...LINKS, color: '#1a2b3c' })
  const { logo } = (await as.setLogo(picture(960, 160).png().toBuffer())).body()
  expect(logo).toMatchObject({ width: 480, height: 80 })
  const all = { ...LINKS, color: '#1a2b3c', logo }
  for (const person of others)
    expect((await branding(person, id).show()).body()).toEqual({ ...NONE, ...all })
  expect(await shownFor(id)).toEqual({ ...all, workspaceName: 'Analytical Engines' })
  const { body } = await auth.send('GET', '/api/auth/export', undefined, owner.token)
  expect(body().workspaces).toContainEqual(expect.objectContaining({ id, branding: all }))
  await as.change({ color: null, privacyUrl: null })
  await as.change({ termsUrl: null })
  expect((await as.removeLogo()).body()).toEqual(NONE)
  expect((await as.removeLogo()).body()).toEqual(NONE)
  expect(await shownFor(id)).toBeNull()
  expect(await countLogos(id)).toBe(0)
})

test('members and viewers cannot change anything, and a stranger sees nothing', async () => {
  const { id, others, owner } = await people.createTeam('member', 'viewer')
  const file = picture(8, 8).png().toBuffer()
  for (const person of others) {
    const as = branding(person, id)
    const responses = [await as.change(LINKS), await as.setLogo(file), await as.removeLogo()]
    expect(outcomes(responses)).toEqual(Array(3).fill('OWNERS_ONLY'))
  }
  const stranger = await people.newPerson()
  for (const workspace of [id, 'A'.repeat(22), '*']) {
    const as = branding(stranger, workspace)
    const responses = [
      ...[await as.show(), await as.change(LINKS)],
      ...[await as.setLogo(file), await as.removeLogo()],
    ]
    expect(outcomes(responses)).toEqual(Array(4).fill('WORKSPACE_NOT_FOUND'))
  }
  expect((await branding(owner, id).show()).body()).toEqual(NONE)
  expect(await countLogos(id)).toBe(0)
})

test('a logo is a PNG without metadata that anyone can read and cache, and svc-signing by a call; a new one replaces it at a new address', async () => {
  const { id, owner } = await people.createTeam()
  const as = branding(owner, id)
  const photo = picture(80, 40)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .toBuffer()
  const { logo: first } = (await as.setLogo(photo)).body()
  const response = await fetch(auth.origin + first.url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  const png = Buffer.from(await response.arrayBuffer())
  expect(await logoAt(first.url)).toBe(png.toString('base64'))
  const { exif, format, height, width } = await sharp(png).metadata()
  expect({ exif, format, height, width }).toEqual({
    ...{ exif: undefined, format: 'png' },
    ...{ width: 80, height: 40 },
  })
  const { logo: second } = (await as.setLogo(picture(8, 8, 10).webp().toBuffer())).body()
  expect(second.url).not.toBe(first.url)
  expect((await fetch(auth.origin + first.url)).status).toBe(404)
  expect(await logoAt(first.url)).toBeNull()
  expect(await countLogos(id)).toBe(1)
})

test.each([
  ['an SVG document', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an animation', () => picture(8, 8).gif().toBuffer()],
  ['a truncated file', async () => (await picture(99, 99).png().toBuffer()).subarray(0, 60)],
  [
    'a file above 512 KB',
    async () => Buffer.concat([await picture(8, 8).png().toBuffer(), Buffer.alloc(512 * 1024)]),
  ],
  ['more than 8 megapixels', () => picture(4_001, 2_000).png().toBuffer()],
])('%s cannot be a logo, and the previous one stays', async (_name, file) => {
  const { id, owner } = await people.createTeam()
  const as = branding(owner, id)
  const { logo } = (await as.setLogo(picture(8, 8).png().toBuffer())).body()
  expect(outcomes([await as.setLogo(file())])).toEqual(['LOGO_REFUSED'])
  expect((await as.show()).body().logo).toEqual(logo)
  expect(await countLogos(id)).toBe(1)
})

test.each([
  ['a color in words', { color: 'red' }],
  ['a link without TLS', { privacyUrl: 'http://example.com' }],
  ['a script as a link', { termsUrl: 'javascript:alert(1)' }],
  ['an unknown item', { ...LINKS, slogan: 'x' }],
])('refuses %s and changes nothing', async (_name, body) => {
  const { id, owner } = await people.createTeam()
  const as = branding(owner, id)
  expect(outcomes([await as.change({ color: '#1a2b3c', ...body })])).toEqual(['INVALID_INPUT'])
  expect((await as.show()).body()).toEqual(NONE)
})

test('when the last member has left, the logo is deleted with the workspace', async () => {
  const { id, owner } = await people.createTeam()
  await branding(owner, id).setLogo(picture(8, 8).png().toBuffer())
  const { workspaces, endings } = auth.providedBy(workspacesFeature)
  await workspaces.change(id, () => ({ members: [] }))
  const removeData = async (workspaceId: string) => {
    for (const end of endings) await end(workspaceId)
  }
  const personalData = { announceWorkspace: async () => true }
  await announceWorkspace({ workspaces, personalData, removeData, now: () => new Date() }, id)
  expect([await countLogos(id), await workspaces.find(id)]).toEqual([0, undefined])
})

const setAccount = ({ accountId }: WorkspacePerson, fields: object) =>
  accountModel(auth.mongo.connection).updateOne({ _id: accountId }, fields)
const confirm = (person: WorkspacePerson) => setAccount(person, { emailConfirmedAt: new Date() })
const toReplies = ({ accountId, email }: WorkspacePerson) => ({ accountId, email, name: email })

test('an owner chooses among members with a confirmed address; everyone in the workspace and svc-signing are told', async () => {
  const { id, others, owner } = await people.createTeam('member', 'viewer', 'member')
  const [member, viewer, unconfirmed] = others as [
    WorkspacePerson,
    WorkspacePerson,
    WorkspacePerson,
  ]
  await Promise.all([member, viewer].map(confirm))
  const as = branding(owner, id)
  const choices = [member, viewer].map(toReplies).sort((a, b) => a.name.localeCompare(b.name, 'en'))
  expect((await as.show()).body()).toEqual({ ...NONE, replyToChoices: choices })
  expect((await branding(member, id).show()).body().replyToChoices).toEqual([])
  const stranger = await people.newPerson()
  await confirm(stranger)
  for (const refused of [unconfirmed, stranger, { accountId: 'A'.repeat(22) }])
    expect(outcomes([await as.change({ replyTo: refused.accountId, color: '#1a2b3c' })])).toEqual([
      'REPLY_TO_REFUSED',
    ])
  expect(outcomes([await as.change({ replyTo: member.email })])).toEqual(['INVALID_INPUT'])
  expect(await toldAbout(id)).toEqual({ branding: null, replyTo: null })
  const { body } = await as.change({ replyTo: viewer.accountId })
  expect(body()).toEqual({ ...NONE, replyTo: toReplies(viewer), replyToChoices: choices })
  expect((await branding(member, id).show()).body().replyTo).toEqual(toReplies(viewer))
  expect(await toldAbout(id)).toEqual({ branding: null, replyTo: viewer.email })
  const exported = async ({ token }: WorkspacePerson) =>
    (await auth.send('GET', '/api/auth/export', undefined, token))
      .body()
      .workspaces.find((workspace: { id: string }) => workspace.id === id)
  expect(await exported(viewer)).toMatchObject({ getsReplies: true })
  expect(await exported(member)).not.toHaveProperty('getsReplies')
  await as.change({ replyTo: null })
  expect(await toldAbout(id)).toEqual({ branding: null, replyTo: null })
})

test('a member whom somebody else chooses is told once, by e-mail and in the history', async () => {
  const { id, others, owner } = await people.createTeam('member')
  const [member] = others as [WorkspacePerson]
  await Promise.all([member, owner].map(confirm))
  const as = branding(owner, id)
  await as.change({ replyTo: owner.accountId })
  await as.change({ replyTo: member.accountId })
  await as.change({ replyTo: member.accountId, color: '#1a2b3c' })
  await as.change({ color: null })
  await branding(member, id).change({ replyTo: null })
  const accountIds = [member, owner].map(({ accountId }) => accountId)
  const events = auth.mongo.connection.collection('events')
  const told = await events
    .find({ kind: 'replies-assigned', accountId: { $in: accountIds } })
    .toArray()
  expect(told.map(({ accountId, data, mail }) => [accountId, data, mail?.to])).toEqual([
    [member.accountId, { workspace: 'Analytical Engines', by: 'Ada Lovelace' }, member.email],
  ])
})

test('replies follow the confirmed address of the member, and stop while there is none', async () => {
  const { id, others, owner } = await people.createTeam('member')
  const [member] = others as [WorkspacePerson]
  await confirm(member)
  await branding(owner, id).change({ replyTo: member.accountId })
  const replyTo = async () => (await toldAbout(id)).replyTo
  await setAccount(member, { emailConfirmedAt: null })
  expect(await replyTo()).toBeNull()
  expect((await branding(owner, id).show()).body()).toMatchObject({
    replyTo: null,
    replyToChoices: [],
  })
  await setAccount(member, { email: 'new-address@example.com', emailConfirmedAt: new Date() })
  expect(await replyTo()).toBe('new-address@example.com')
  await setAccount(member, { goneAt: new Date() })
  expect(await replyTo()).toBeNull()
  await setAccount(member, { goneAt: null, email: null })
  expect(await replyTo()).toBeNull()
})

test('a member who leaves or is removed gets no more replies, also after coming back; a new role changes nothing', async () => {
  const { as, id, others, owner } = await people.createTeam('member')
  const [member] = others as [WorkspacePerson]
  await confirm(member)
  const { workspaces } = auth.providedBy(workspacesFeature)
  const joined = { accountId: member.accountId, role: 'member', since: new Date() } as const
  for (const leave of [
    () => as.remove(id, member.accountId),
    () => people.as(member).remove(id, member.accountId),
    () => workspaces.change(id, (current) => withoutMember(current, member.accountId)),
  ]) {
    await branding(owner, id).change({ replyTo: member.accountId, color: '#1a2b3c' })
    await as.setRole(id, member.accountId, 'viewer')
    expect((await toldAbout(id)).replyTo).toBe(member.email)
    await leave()
    await workspaces.change(id, ({ members }) => ({ members: [...members, joined] }))
    expect((await branding(owner, id).show()).body()).toMatchObject({
      ...{ color: '#1a2b3c', replyTo: null },
      replyToChoices: [toReplies(member)],
    })
  }
})

test('members can end only the replies to themselves, and nothing else', async () => {
  const { id, others, owner } = await people.createTeam('member', 'member')
  const [member, other] = others as [WorkspacePerson, WorkspacePerson]
  await Promise.all([member, other].map(confirm))
  await branding(owner, id).change({ replyTo: member.accountId })
  const as = branding(member, id)
  expect(
    outcomes([
      await as.change({ replyTo: null, color: null }),
      await as.change({ replyTo: member.accountId }),
      await as.change({ replyTo: other.accountId }),
      await as.change({}),
      await branding(other, id).change({ replyTo: null }),
    ]),
  ).toEqual(Array(5).fill('OWNERS_ONLY'))
  expect((await toldAbout(id)).replyTo).toBe(member.email)
  expect((await as.change({ replyTo: null })).body()).toEqual(NONE)
  expect(outcomes([await as.change({ replyTo: null })])).toEqual(['OWNERS_ONLY'])
})
