import { setPicture } from '@inkproof/protocol/calls/profile'
import { createLimiter } from '@inkproof/service-kit/limit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { pictureModel } from './pictures.model.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const NAMES = { firstName: 'Ada', lastName: 'Lovelace' }

async function signIn(): Promise<{ id: string; token: string }> {
  const { user, token } = (await auth.register()).body()
  return { id: user.id, token }
}

function pictureOf(red: number) {
  const background = { r: red, g: 80, b: 80 }
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
}

async function uploadPicture(token: string, red = 200) {
  const base64 = (await pictureOf(red).png().toBuffer()).toString('base64')
  return auth.send('PUT', '/api/auth/profile/picture', { image: base64 }, token)
}

const changeProfile = (token: string | undefined, body: unknown) =>
  auth.send('PATCH', '/api/auth/profile', body, token)
const countPictures = (accountId: string) =>
  pictureModel(auth.mongo.connection).countDocuments({ accountId })

test('changing the profile sets both names and returns the updated user', async () => {
  const { token } = await signIn()
  const response = await changeProfile(token, { firstName: ' Ada ', lastName: 'Lovelace' })
  expect([response.status, response.body().user]).toMatchObject([200, NAMES])
  const { user } = (await auth.send('GET', '/api/auth/me', undefined, token)).body()
  expect(user).toEqual(response.body().user)
})

test('a name is removed by setting it to null', async () => {
  const { token } = await signIn()
  await changeProfile(token, NAMES)
  const { user } = (await changeProfile(token, { firstName: null, lastName: 'King' })).body()
  expect(user).toMatchObject({ firstName: null, lastName: 'King' })
})

test('changing one name leaves the other as it is, even if a new name could not contain its characters', async () => {
  const { id, token } = await signIn()
  const firstName = 'Ada\u202e'
  await auth.mongo.connection
    .collection('accounts')
    .updateOne({ _id: id as never }, { $set: { firstName } })
  const response = await changeProfile(token, { lastName: 'King' })
  expect([response.status, response.body().user]).toMatchObject([
    200,
    { firstName, lastName: 'King' },
  ])
  const unchanged = await changeProfile(token, {})
  expect([unchanged.status, unchanged.body().user]).toMatchObject([
    200,
    { firstName, lastName: 'King' },
  ])
})

test('stores a name in normalization form C, with single spaces', async () => {
  const { token } = await signIn()
  const { user } = (
    await changeProfile(token, { ...NAMES, firstName: ' Zoe\u0308  \u00a0 Ann ' })
  ).body()
  expect(user.firstName).toBe('Zo\u00eb Ann')
})

test('one client IP can upload 120 pictures per hour, across all accounts', async () => {
  const ip = '203.0.113.78'
  const from = { 'x-forwarded-for': ip }
  const send = (token: string) =>
    auth.send('PUT', '/api/auth/profile/picture', { image: 'none' }, token, from)
  const [, limitPerIp] = setPicture.limit
  // Counts 116 uploads without sending them.
  await createLimiter(auth.redis.client, 'auth')(limitPerIp, ip, 116)
  for (let account = 0; account < 4; account += 1)
    expect((await send((await signIn()).token)).status).toBe(400)
  const { token } = await signIn()
  expect((await send(token)).status).toBe(429)
  expect((await uploadPicture(token)).status).toBe(200)
})

test('removing a picture counts towards the rate limit', async () => {
  const { token } = await signIn()
  const remove = () => auth.send('DELETE', '/api/auth/profile/picture', undefined, token)
  const responses = []
  for (let i = 0; i < 61; i += 1) responses.push((await remove()).status)
  expect(responses).toEqual([...Array(60).fill(200), 429])
})

test.each([
  ['a name without a letter', { ...NAMES, firstName: '  ' }],
  ['a name of 101 characters', { ...NAMES, lastName: 'x'.repeat(101) }],
  ['an unpaired surrogate', { ...NAMES, lastName: '\ud800' }],
  ['a name with a line break', { ...NAMES, firstName: 'Ada\nadmin' }],
  ['a name with a line separator', { ...NAMES, lastName: 'Love\u2028lace' }],
  ['a name with a bidirectional override', { ...NAMES, lastName: 'Love\u202elace' }],
  ['an invisible name', { ...NAMES, firstName: '\u200b' }],
  ['a name that is not a string', { ...NAMES, lastName: { $gt: '' } }],
  ['an additional field', { ...NAMES, email: 'eve@example.com' }],
])('rejects %s and changes nothing', async (_name, body) => {
  const { token } = await signIn()
  expect((await changeProfile(token, body)).status).toBe(400)
  const { user } = (await auth.send('GET', '/api/auth/me', undefined, token)).body()
  expect(user).toMatchObject({ firstName: null, lastName: null })
})

test.each([
  ['PATCH', '/api/auth/profile'],
  ['PUT', '/api/auth/profile/picture'],
  ['DELETE', '/api/auth/profile/picture'],
])('rejects %s %s without a session', async (method, path) => {
  expect((await auth.send(method, path, NAMES)).status).toBe(401)
})

test('a picture is readable by anyone who knows its id, cacheable forever, and only usable as an image', async () => {
  const { token } = await signIn()
  const response = await uploadPicture(token)
  const { profileImageUrl } = response.body().user
  expect([response.status, profileImageUrl]).toEqual([
    200,
    expect.stringMatching(/^\/api\/auth\/pictures\/[\w-]{22}$/),
  ])
  const picture = await fetch(auth.origin + profileImageUrl)
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  const { width, format } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
  expect([width, format]).toEqual([256, 'webp'])
})

test('a new picture has a new URL, and the old one is deleted', async () => {
  const { id, token } = await signIn()
  const first = (await uploadPicture(token)).body().user.profileImageUrl
  const second = (await uploadPicture(token, 10)).body().user.profileImageUrl
  expect(second).not.toBe(first)
  expect((await auth.send('GET', first)).status).toBe(404)
  expect((await auth.send('GET', second)).status).toBe(200)
  expect(await countPictures(id)).toBe(1)
})

test('only one of ten concurrently uploaded pictures is kept', async () => {
  const { id, token } = await signIn()
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => uploadPicture(token, index * 20)),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const { user } = (await auth.send('GET', '/api/auth/me', undefined, token)).body()
  expect((await auth.send('GET', user.profileImageUrl)).status).toBe(200)
  expect(await countPictures(id)).toBe(1)
})

test('the next upload deletes the picture that an interrupted upload left behind', async () => {
  const { id, token } = await signIn()
  const createdAt = new Date(Date.now() - 2 * 60 * 60 * 1_000)
  const leftover = { _id: `leftover-${id}`, accountId: id, bytes: Buffer.from('x'), createdAt }
  await pictureModel(auth.mongo.connection).create(leftover)
  await uploadPicture(token)
  expect(await countPictures(id)).toBe(1)
})

test('a picture is removed, and removing it again has no effect', async () => {
  const { id, token } = await signIn()
  const { profileImageUrl } = (await uploadPicture(token)).body().user
  for (const _ of [1, 2]) {
    const response = await auth.send('DELETE', '/api/auth/profile/picture', undefined, token)
    expect([response.status, response.body().user.profileImageUrl]).toEqual([200, null])
  }
  expect((await auth.send('GET', profileImageUrl)).status).toBe(404)
  expect(await countPictures(id)).toBe(0)
})

test('rejects a file that is not a picture with an explanation, and stores nothing', async () => {
  const { id, token } = await signIn()
  const image = Buffer.from('<svg/>').toString('base64')
  const response = await auth.send('PUT', '/api/auth/profile/picture', { image }, token)
  expect([response.status, response.headers.get('inkproof-error'), response.text]).toEqual([
    400,
    'PICTURE_REFUSED',
    'This file cannot be used as your picture (it is not a JPEG, PNG, WebP or GIF file). ' +
      'Choose a JPEG, PNG, WebP or GIF file of up to 5 MB and 25 megapixels.',
  ])
  expect(response.headers.get('inkproof-fields')).toBe('image')
  expect(await countPictures(id)).toBe(0)
})

test('rejects a picture over 5 MB with 413', async () => {
  const { token } = await signIn()
  const image = Buffer.alloc(5.2 * 1024 * 1024).toString('base64')
  const response = await auth.send('PUT', '/api/auth/profile/picture', { image }, token)
  expect(response.status).toBe(413)
})

test('other calls are served while the slowest picture is converted', async () => {
  const { token } = await signIn()
  const gray = { r: 9, g: 9, b: 9 }
  const slow = sharp({ create: { width: 4_900, height: 4_900, channels: 3, background: gray } })
  const file = await slow.png({ progressive: true }).toBuffer()
  const body = { image: file.toString('base64') }
  const startedAt = performance.now()
  const upload = auth.send('PUT', '/api/auth/profile/picture', body, token)
  let isUploaded = false
  void upload.finally(() => {
    isUploaded = true
  })
  const waits: number[] = []
  while (!isUploaded) {
    const sentAt = performance.now()
    await auth.send('GET', '/api/auth/me', undefined, token)
    waits.push(performance.now() - sentAt)
  }
  expect((await upload).status).toBe(200)
  const uploadMs = performance.now() - startedAt
  // Compared with the upload, so that the test does not depend on the machine's speed.
  expect(waits.length).toBeGreaterThan(5)
  expect(Math.max(...waits)).toBeLessThan(uploadMs / 2)
})

test('rejects the 31st picture within an hour with 429 and Retry-After', async () => {
  const { token } = await signIn()
  const send = () => auth.send('PUT', '/api/auth/profile/picture', { image: 'AAAA' }, token)
  const responses = []
  for (let sent = 0; sent < 31; sent += 1) responses.push(await send())
  expect(responses.slice(0, 30).every(({ status }) => status === 400)).toBe(true)
  expect(responses[30]?.status).toBe(429)
  expect(Number(responses[30]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
})
