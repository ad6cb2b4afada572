/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import type { AddressBookEntry } from '@inkproof/protocol/address-book'
import { useToasts } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { openSigning } from '../testing/open-signing.tsx'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type StubRequest, type StubResponse, startStubServer } from '../testing/stub-server.ts'
import { AddressBookButton } from './address-book-button.tsx'

const PATH = '/api/v1/envelopes/address-book/entries'
const PAGE_SIZE = 2

let page: ReturnType<typeof openSigning>
let stop: () => Promise<unknown>
afterEach(async () => {
  page.close()
  await stop()
})

function entry(name: string): AddressBookEntry {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
  return { id: name.padEnd(43, '_').replace(' ', '-'), name, email, lastUsedAt: TIME }
}
const TIME = '2026-11-26T10:00:00.000Z'
const [BEN, CY, EVE] = [entry('Ben Roe'), entry('Cy Ng'), entry('Eve Moss')]

/** Opens the address book with these people. @param failures responses of the next requests instead of the service's */
async function open(people: AddressBookEntry[], failures: (StubResponse | undefined)[] = []) {
  let entries = people
  const removed: string[] = []
  async function respond({ method, path }: StubRequest): Promise<StubResponse> {
    if (method === 'DELETE') {
      const id = path.slice(PATH.length + 1)
      removed.push(id)
      entries = entries.filter((one) => one.id !== id)
      return { status: 204 }
    }
    const start = Number(new URL(path, 'http://localhost').searchParams.get('cursor') ?? 0)
    const end = start + PAGE_SIZE
    const next = end < entries.length ? String(end) : null
    return { status: 200, body: { entries: entries.slice(start, end), next } }
  }
  const server = await startStubServer(() => failures.shift(), respond)
  stop = server.stop
  signInAs()
  page = openSigning(<AddressBookButton />)
  await page.user.click(screen.getByRole('button', { name: 'Address book' }))
  return { removed, failures }
}

const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const remove = ({ name }: AddressBookEntry) =>
  page.user.click(screen.getByRole('button', { name: `Remove ${name} from address book` }))
const toasts = () => useToasts.getState().toasts.map(({ title }) => title)

test('a person is removed; the focus stays in the list', async () => {
  const { removed } = await open([BEN, CY])
  await screen.findByText('cy@example.com')
  expect(names()).toEqual(['Ben Roeben@example.com', 'Cy Ngcy@example.com'])
  await remove(BEN)
  await waitFor(() => expect(toasts()).toContain('Ben Roe was removed from the address book'))
  expect([removed, names()]).toEqual([[BEN.id], ['Cy Ngcy@example.com']])
  const list = screen.getByRole('region', { name: 'People in the address book' })
  expect(document.activeElement).toBe(list)
})

test('without the last person of a page, the page before is shown; without anybody, that is said', async () => {
  await open([BEN, CY, EVE])
  await page.user.click(await screen.findByRole('button', { name: 'Older' }))
  await screen.findByText('Eve Moss')
  expect(names()).toHaveLength(1)
  await remove(EVE)
  await screen.findByText('Ben Roe')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Older' })).toBeNull())
  for (const person of [BEN, CY]) {
    await remove(person)
    await waitFor(() => expect(screen.queryByText(person.name)).toBeNull())
  }
  expect(screen.getByText('No people yet')).toBeTruthy()
})

test('a failure to load is explained and can be retried', async () => {
  await open([BEN], [{ status: 429, code: 'TOO_MANY_REQUESTS', body: 'Wait a minute.' }])
  await screen.findByText('The address book could not be loaded')
  expect(screen.getByText('Wait a minute.')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Ben Roe')
})

test('a person whose removal failed stays, and the reason is given', async () => {
  const { failures } = await open([BEN])
  await screen.findByText('Ben Roe')
  failures.push({ status: 503, code: 'UNAVAILABLE', body: 'Try again in a minute.' })
  await remove(BEN)
  await waitFor(() => expect(toasts()).toContain('Ben Roe was not removed'))
  expect(useToasts.getState().toasts[0]?.description).toBe('Try again in a minute.')
  expect(names()).toEqual(['Ben Roeben@example.com'])
})

test('whoever may not send has no address book', async () => {
  await open([])
  for (const user of [ANA, { ...ANA, role: 'viewer' as const }]) {
    signInAs(user)
    const isOffered = screen.queryByRole('button', { name: 'Address book', hidden: true }) !== null
    expect(isOffered).toBe(user === ANA)
  }
})
