/** As many signers as a request can have, all at the same time, over HTTP with real services and a mail server. */
import { randomUUID } from 'node:crypto'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import { signatureVerdict } from '@inkproof/pdf-signatures/verdict'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { MAX_RECIPIENTS } from '@inkproof/protocol/start-envelope'
import { until } from '@inkproof/service-kit/testing/fixture'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { field } from '../envelopes/testing/envelope-system.ts'
import { readEvidence } from '../envelopes/testing/read-finished.ts'
import { createSigner } from '../envelopes/testing/signer.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import { createHttpLinks, linked, linkIn } from './testing/http-links.ts'

let system: SigningService
beforeAll(async () => {
  system = await startSigningService()
})
afterAll(() => system.stop())

const everyone = Array.from({ length: MAX_RECIPIENTS }, (_, number) => number)

/** Fifty signatures with a time-stamp each, on a busy machine. */
const FINISH_MS = 180_000
const TEST_MS = 360_000

/** One field on each page, for one signer each. */
const fields = everyone.map((recipient) => field('signature', { recipient, page: recipient + 1 }))

test(
  'fifty signers sign at the same time: no call fails, and the finished document has every signature',
  async () => {
    const links = createHttpLinks(system, () => new Date())
    const sender = await system.newPerson()
    const file = samplePdf({ pages: MAX_RECIPIENTS })
    const { id } = await links.http.envelopeOf(links.http.upload(sender, { file }))
    const recipients = everyone.map((number) => ({
      ...{ name: `Person ${number + 1}`, email: `person-${number}-${randomUUID()}@example.com` },
      ...{ role: 'signer', order: 1, accessCode: null },
    }))
    await links.http.envelopeOf(links.http.start(sender, id, { recipients, fields }))

    const people = await Promise.all(
      recipients.map(async ({ email }) => {
        const link = linkIn(await links.mailTo(email, 'asks you to sign'))
        await linked(links.call(link, 'open'))
        const signer = await createSigner()
        return {
          link,
          statement: await links.statementOf(signer, await links.bind(link, email, signer)),
        }
      }),
    )
    const signed = await Promise.all(
      people.map(({ link, statement }) => linked(links.call(link, 'statement', statement))),
    )
    expect(signed.filter(({ state }) => state === 'completing')).toHaveLength(1)

    const isCompleted = async () =>
      (await links.http.envelopeOf(links.http.show(sender, id))).state === 'completed'
    await until(isCompleted, FINISH_MS)
    const response = await links.http.download(sender, id, 'finished')
    const finished = new Uint8Array(await response.arrayBuffer())
    const options = { trustedRoots: [system.root], now: new Date() }
    const { signatures } = await checkPdfSignatures(finished, options)
    const names = signatures.map(({ signer }) => signer?.name)
    expect(signatures.map(signatureVerdict)).toEqual(signatures.map(() => 'signed'))
    for (const { name } of recipients) expect(names).toContain(`${name} (e-mail checked)`)
    const evidence = await readEvidence(finished)
    const { checks } = await verifyEvidence({ evidence, record: null, pdf: null })
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  },
  TEST_MS,
)
