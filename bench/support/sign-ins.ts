/** People who sign in at a steady rate, whether or not the ones before have their answer. */
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

export type Person = { email: string; password: string }

/** Registers people straight at svc-auth, each from an address of their own. */
export async function registerPeople(service: string, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, () => ({
    ...{ email: `${randomBytes(8).toString('hex')}@example.com`, password: 'Blotting-paper-42' },
  }))
  const turnstileToken = 'disabled-for-testing'
  for (const person of people) await post(service, 'register', { ...person, turnstileToken }, 201)
  return people
}

/** Milliseconds of each sign-in, begun on time at `perSecond` for `seconds`. */
export async function signInSteadily(
  service: string,
  people: readonly Person[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const startsAt = performance.now()
  const count = perSecond * seconds
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const dueAt = startsAt + (at * 1_000) / perSecond
      await delay(dueAt - performance.now())
      await post(service, 'login', people[at % people.length] as Person, 200)
      // From when it was due: a client that is late must not make the service look fast.
      return performance.now() - dueAt
    }),
  )
}

async function post(service: string, call: string, body: object, expected: number): Promise<void> {
  const answer = await fetch(`${service}/api/auth/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': anyAddress() },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.status !== expected) throw new Error(`${call} answers ${answer.status}: ${text}`)
}

function anyAddress(): string {
  return `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}`
}
