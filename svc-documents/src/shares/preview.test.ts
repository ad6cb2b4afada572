/** The link preview of a share link: the image, and the tags of its page. */
import type { Certificate } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import mongoose from 'mongoose'
import { certifyRequest, makeRevocation, openingJson } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'
import { previewTags } from './preview-tags.ts'

const ORIGIN = 'https://proofs.example'
const IMAGES_A_MINUTE = 120

let system: System
let token: string

beforeAll(async () => {
  system = await startSystem({ PUBLIC_ORIGIN: ORIGIN })
  token = await system.installation.signIn({ isVerifiedPerson: true })
})

afterAll(() => system.stop())

type Part = 'head' | 'preview.png'

function certify(title = 'Lease 2026', fill = 7): Promise<Certificate> {
  const claims = { title, issuer: 'Ada Example' }
  const opening = openingJson({ claims, fingerprint: new Uint8Array(32).fill(fill) })
  return system.client.certify(token, certifyRequest({ opening }))
}

function get(shareLink: string, part: Part, from = '192.0.2.18'): Promise<Response> {
  const url = `http://127.0.0.1:${system.api.port}/api/v1/shares/${shareLink}/${part}`
  return fetch(url, { headers: { 'x-forwarded-for': from } })
}

async function headOf({ shareLink }: Certificate): Promise<string> {
  return (await get(shareLink, 'head')).text()
}

async function imageOf({ shareLink }: Certificate): Promise<Buffer> {
  return Buffer.from(await (await get(shareLink, 'preview.png')).arrayBuffer())
}

describe('the image', () => {
  test('is a PNG that messengers may cache', async () => {
    const { shareLink } = await certify()
    const { status, headers } = await get(shareLink, 'preview.png')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
  })

  test('is the same for every certificate of a file, and another one for another file', async () => {
    const image = await imageOf(await certify())
    expect(await imageOf(await certify('Another title'))).toEqual(image)
    expect(await imageOf(await certify('Lease 2026', 8))).not.toEqual(image)
  })

  test('can be requested 120 times a minute from an address', async () => {
    const { shareLink } = await certify()
    const request = async () => (await get(shareLink, 'preview.png', '192.0.2.19')).status
    const statuses = []
    for (let index = 0; index < IMAGES_A_MINUTE; index += 1) statuses.push(await request())
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await request()).toBe(429)
  })
})

describe.each<Part>(['head', 'preview.png'])('/%s', (part) => {
  test.each(['A'.repeat(22), 'x'])('does not exist for the link %s', async (shareLink) => {
    const { status, headers } = await get(shareLink, part)
    expect(status).toBe(404)
    expect(headers.get('cache-control') ?? '').not.toContain('max-age')
  })

  test('does not exist for a link that was removed, also if it was requested before', async () => {
    const certificate = await certify()
    expect((await get(certificate.shareLink, part)).status).toBe(200)
    const database = await mongoose.createConnection(system.installation.api.MONGO_URL).asPromise()
    await database.collection('shares').deleteOne({ certificateId: certificate.id })
    await database.close()
    expect((await get(certificate.shareLink, part)).status).toBe(404)
  })
})

describe('the tags', () => {
  test('have absolute addresses with the same link, and the size of the image', async () => {
    const certificate = await certify()
    const response = await get(certificate.shareLink, 'head')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { shareLink } = certificate
    expect((await response.text()).split('\n')).toEqual([
      '<title>Lease 2026 · Inkproof</title>',
      '<meta name="robots" content="noindex">',
      expect.stringMatching(/^<meta name="description" content="Certificate on proofs.example. /),
      '<meta name="twitter:card" content="summary_large_image">',
      '<meta property="og:type" content="website">',
      '<meta property="og:site_name" content="Inkproof">',
      `<meta property="og:url" content="${ORIGIN}/share/${shareLink}">`,
      '<meta property="og:title" content="Lease 2026">',
      expect.stringMatching(/^<meta property="og:description" content="Certificate on /),
      `<meta property="og:image" content="${ORIGIN}/api/v1/shares/${shareLink}/preview.png">`,
      '<meta property="og:image:type" content="image/png">',
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:height" content="630">',
      '<meta property="og:image:alt" content="A figure drawn from the fingerprint of the certified file">',
    ])
  })

  test('escape the title', async () => {
    const title = `</title><script>alert("1")</script> & 'x' <!--# echo var="host" -->`
    const head = await headOf(await certify(title))
    const escaped =
      '&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; &lt;!--# echo var=&quot;host&quot; --&gt;'
    expect(head).toContain(`<title>${escaped} · Inkproof</title>`)
    expect(head).toContain(`<meta property="og:title" content="${escaped}">`)
    expect(head.match(/<(?!title>|\/title>|meta )/g)).toBe(null)
  })

  test('do not contain the issuer, and stay the same after a revocation', async () => {
    const certificate = await certify()
    const before = await headOf(certificate)
    expect(before).not.toContain('Ada Example')
    const opening = makeRevocation(certificate, 'Wrong amount')
    const path = `/certificates/${certificate.id}/revoke`
    expect((await system.client.request('POST', path, { opening }, token)).ok).toBe(true)
    expect(await headOf(certificate)).toBe(before)
  })

  test.each([
    [true, ' Test installation: proves nothing to others.'],
    [false, ''],
  ])(
    'describe the link without a verdict (test installation: %s)',
    (isTestInstallation, notice) => {
      const preview = { title: 'Lease', shareLink: 'A'.repeat(22), origin: 'http://localhost:8080' }
      const description = `Certificate on localhost:8080. Open it to compare your file and see whether it is still valid.${notice}`
      const tags = previewTags({ ...preview, isTestInstallation })
      expect(tags).toContain(`<meta name="description" content="${description}">`)
      expect(tags).toContain(`<meta property="og:description" content="${description}">`)
    },
  )
})
