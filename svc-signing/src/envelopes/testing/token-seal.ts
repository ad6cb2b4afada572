/** A sealing identity in a PKCS#11 token, with a root whose CRL is served. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { issueCrl } from '@inkproof/pdf-signing/crl'
import { createRoot, issueDigitalId } from '@inkproof/pdf-signing/pki'
import { makeToken, PIN, TOKEN } from '@inkproof/pdf-signing/testing/make-token'
import { pemOf } from '@inkproof/pdf-signing/testing/pem'
import { serve } from '@inkproof/pdf-signing/testing/serve-time-stamps'
import { openSealingIdentity } from '../../authority/sealing-identity.ts'
import { tokenSource } from '../../authority/sealing-token.ts'

const HOUR_MS = 3_600_000

export async function openTokenSeal(commonName: string, now: () => Date) {
  const token = makeToken()
  const server = await serve(async (_, response) => {
    const nextUpdate = new Date(now().getTime() + HOUR_MS)
    response.end(await issueCrl(root, { number: 1n, thisUpdate: now(), nextUpdate }))
  })
  const root = await createRoot({
    commonName: 'Example Root',
    notBefore: new Date(now().getTime() - HOUR_MS),
    notAfter: new Date(now().getTime() + 1000 * HOUR_MS),
    crlUrl: server.url,
  })
  token.add({ ...(await issueDigitalId(root, { commonName, now: now() })), id: '01' })
  const chainFile = path.join(token.folder, 'chain.pem')
  writeFileSync(chainFile, pemOf('CERTIFICATE', root.certificate))
  const { module, variables } = token
  const key = { module, token: TOKEN, id: '01' }
  const source = tokenSource({ key, pin: { text: PIN }, chainFile, variables })
  return {
    ...openSealingIdentity(source, now),
    token,
    root: root.certificate,
    close: async () => {
      token.remove()
      await server.stop()
    },
  }
}
