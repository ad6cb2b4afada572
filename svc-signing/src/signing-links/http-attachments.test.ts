/** The files that recipients attach by link, over HTTP with real services and a mail server. */

import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { field } from '../envelopes/testing/envelope-system.ts'
import { outcomeOf } from '../envelopes/testing/http-signer.ts'
import { createSigner, type Signer } from '../envelopes/testing/signer.ts'
import { ATTACHMENT, linked, wordsOf } from './testing/http-links.ts'
import { useHttpLinks } from './testing/use-http-links.ts'

const site = useHttpLinks()

test('a signer attaches a file from the browser of the bound key, which others read after the statement', async () => {
  const { links, system } = site
  const fields = [
    field('signature'),
    field('attachment', { rectangle: { x: 50, y: 100, width: 150, height: 30 } }),
  ]
  const { email, id, link, sender } = await links.sendRequest({}, undefined, fields)
  const { link: other } = await links.sendRequest()
  const signer = await createSigner()
  const file = Buffer.from('%PDF-1.7 the passport')
  const attach = (
    { publicKeyText: publicKey }: Signer,
    { as = link, bytes = file, fileName = 'Lebenslauf (ß).pdf' } = {},
  ) => links.attach({ ...link, secret: as.secret }, { fileName, bytes }, { publicKey })
  expect(await outcomeOf(attach(signer))).toEqual([403, 'SIGNING_KEY_NEEDED'])
  const bound = await links.bind(link, email, signer)
  expect(await outcomeOf(attach(await createSigner()))).toEqual([403, 'SIGNING_KEY_NEEDED'])
  expect(await outcomeOf(attach(signer, { as: other }))).toEqual([404, 'SIGNING_LINK_NOT_FOUND'])
  const tooLarge = Buffer.alloc(10_000_001, file)
  expect(await outcomeOf(attach(signer, { bytes: tooLarge }))).toEqual([413, 'TOO_LARGE'])
  for (const fileName of [
    '../passport.pdf',
    'page.html',
    'fdp\u202e.exe',
    'a\0.pdf',
    `${'ß'.repeat(130)}.pdf`,
  ])
    expect(await outcomeOf(attach(signer, { fileName }))).toEqual([400, 'INVALID_INPUT'])
  const attached = { field: ATTACHMENT, fileName: 'Lebenslauf (ß).pdf', size: file.length }
  expect(await outcomeOf(attach(signer))).toMatchObject([200, attached])
  const byLink = () => links.call(link, `attachments/${ATTACHMENT}`)
  const inWorkspace = ({ token } = sender) =>
    system.request('GET', `/${id}/attachments/${ATTACHMENT}`, token)
  expect(await outcomeOf(byLink())).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
  expect(await outcomeOf(inWorkspace())).toEqual([404, 'ATTACHMENT_NOT_FOUND'])
  const fingerprint = createHash('sha256').update(file).digest()
  const attachments = { [ATTACHMENT]: { fingerprint, fileName: attached.fileName } }
  const statement = await links.statementOf(signer, bound, undefined, { attachments })
  const signed = await linked(links.call(link, 'statement', statement))
  expect(signed.attachments).toMatchObject([attached])
  for (const download of [byLink, inWorkspace]) {
    const { headers, ...response } = await download().then(async (received) => ({
      headers: received.headers,
      bytes: Buffer.from(await received.arrayBuffer()),
    }))
    expect(response.bytes).toEqual(file)
    expect(headers.get('content-disposition')).toContain('attachment; filename="Lebenslauf (')
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(await outcomeOf(inWorkspace(await system.newPerson()))).toEqual([
    404,
    'ENVELOPE_NOT_FOUND',
  ])
  expect(await outcomeOf(attach(signer))).toEqual([409, 'ALREADY_SIGNED'])
  await links.mailTo(sender.email, 'Completed:')
  const record = await wordsOf(await links.call(link, 'signing-record'))
  expect(record).toContain('AttachedfileLebenslauf(ß).pdf')
  expect(record).toContain(fingerprint.toString('hex'))
})
