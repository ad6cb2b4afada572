/** Signs users in at a steady rate, regardless of whether earlier sign-ins have finished. */
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** A user in a known browser: signing in from a new one would send an e-mail each time. */
export type Person = { email: string; password: string; cookie: string }

/** Registers users directly at svc-auth, each from a random IP address. */
export async function registerPeople(service: string, count: number): Promise<Person[]> {
  const turnstileToken = 'disabled-for-testing'
  const password = 'Blotting-paper-42'
  const people: Person[] = []
  for (let index = 0; index < count; index++) {
    const email = `${randomBytes(8).toString('hex')}@example.com`
    const { cookies } = await post(service, 'register', {
      body: { email, password, turnstileToken },
      expected: [201],
    })
    const cookiePairs = cookies.map((setCookie) => setCookie.split(';')[0])
    people.push({ email, password, cookie: cookiePairs.join('; ') })
  }
  return people
}

/** Durations of the successful sign-ins in milliseconds, and the number of 503 responses. */
export type SignInFigures = { times: number[]; rejected: number }

/** Starts sign-ins on schedule at `perSecond` for `seconds`. */
export async function signInSteadily(
  service: string,
  people: readonly Person[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<SignInFigures> {
  const startsAt = performance.now()
  const count = perSecond * seconds
  const durations = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const dueAt = startsAt + (index * 1_000) / perSecond
      await delay(dueAt - performance.now())
      const { cookie, ...body } = people[index % people.length] as Person
      const { status } = await post(service, 'login', { body, expected: [200, 503], cookie })
      // Measures from the scheduled time: if the client starts late, the service must not look faster.
      return status === 200 ? performance.now() - dueAt : undefined
    }),
  )
  const times = durations.filter((time) => time !== undefined)
  return { times, rejected: count - times.length }
}

type PostOptions = { body: object; expected: number[]; cookie?: string }

type Response = { status: number; cookies: string[] }

/**
 * Plain HTTP over keep-alive connections: the client runs on the same processors as the system, and
 * fetch would use more CPU.
 */
const agent = new Agent({ keepAlive: true })

async function post(
  service: string,
  call: string,
  { body, expected, cookie = '' }: PostOptions,
): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': randomIp(), cookie }
  const req = request(`${service}/api/auth/${call}`, { method: 'POST', agent, headers })
  req.end(JSON.stringify(body))
  const [response] = (await once(req, 'response')) as [IncomingMessage]
  const responseText = await text(response)
  const { statusCode: status = 0 } = response
  if (!expected.includes(status))
    throw new Error(`${call} responded with ${status}: ${responseText}`)
  return { status, cookies: response.headers['set-cookie'] ?? [] }
}

function randomIp(): string {
  return `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}`
}
