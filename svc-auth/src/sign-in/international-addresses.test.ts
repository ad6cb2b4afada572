import { startSmtpServer, type TestSmtpServer } from '@inkproof/messages/testing/smtp-server'
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { person, startAuth, type TestAuth } from '../testing/start.ts'

let auth: TestAuth
let mailServer: TestSmtpServer
beforeAll(async () => {
  mailServer = await startSmtpServer()
  auth = await startAuth({ env: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await auth.stop()
  await mailServer.close()
})

const { password } = person()
const uniqueName = () => `josé.用户.${crypto.randomUUID().slice(0, 8)}`
type ReceivedMail = TestSmtpServer['received'][number]
const waitForMail = (matches: (mail: ReceivedMail) => boolean) =>
  until(() => mailServer.received.some(matches), 10_000)
const login = (email: string) => auth.send('POST', '/api/auth/login', { email, password })

test('a person with an international address registers, gets mail and signs in with any spelling of it', async () => {
  const name = uniqueName()
  const email = `${name}@bücher.example`
  const registered = await auth.register({ email, password })
  expect([registered.status, registered.body().user.email]).toEqual([201, email])
  await auth.send('POST', '/api/auth/forgot-password', { email })
  await waitForMail((mail) => mail.to === email)
  const decomposed = email.normalize('NFD').toUpperCase()
  for (const spelling of [email, decomposed, `${name}@XN--BCHER-KVA.example`])
    expect((await login(spelling)).status).toBe(200)
})

test('an address with an international domain gets mail at the domain in ASCII', async () => {
  const name = crypto.randomUUID()
  const { token } = (await auth.register({ email: `${name}@пример.рф`, password })).body()
  await auth.send('POST', '/api/auth/email/confirmation', undefined, token)
  await waitForMail(({ raw }) => raw.includes(`To: ${name}@xn--e1afmkfd.xn--p1ai\r\n`))
})

test('one mailbox has one account, however its domain is spelled', async () => {
  const name = uniqueName()
  await auth.register({ email: `${name}@bücher.example`, password })
  for (const domain of ['xn--bcher-kva.example', 'BÜCHER.example', 'bu\u0308cher.example']) {
    const again = await auth.register({ email: `${name}@${domain}`, password })
    expect([again.status, again.headers.get('inkproof-error')]).toEqual([409, 'EMAIL_TAKEN'])
  }
})

test('an address to which no mail can be sent is refused, and the response says why', async () => {
  const response = await auth.register({ email: 'ann@localhost', password })
  expect([response.status, response.text]).toEqual([
    400,
    expect.stringContaining('(email: expected a domain with a dot after @, such as example.com)'),
  ])
})
