/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { makeDrawnMark } from '../appearance/drawn-mark.ts'
import type { Mark } from '../appearance/mark.ts'
import { addField } from '../testing/add-field.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { accountWith } from '../testing/sample-account.ts'
import { samplePdf } from '../testing/sample-draft.ts'
import { serveFonts } from '../testing/serve-fonts.ts'
import { ANA, signInAs, signOutNow } from '../testing/sign-in.ts'
import { type StubRequest, type StubResponse, startStubServer } from '../testing/stub-server.ts'
import { loadDrafts } from './draft.db.ts'
import {
  discardDraft,
  draftState,
  editField,
  restoreDrafts,
  startDraft,
  useDraft,
} from './draft.store.ts'
import { ME, type ReadyDraft } from './draft.ts'
import { Editor } from './editor.tsx'
import { editRecipient } from './recipient-edits.ts'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare const visit: (url: string) => void

const READY: ReadyDraft[] = []
const MARK = makeDrawnMark([[[10, 10]]]) as Mark
let page: ReturnType<typeof openSigning>
let stopServer: (() => Promise<unknown>) | undefined

beforeEach(async () => {
  stubLayout()
  HTMLElement.prototype.scrollIntoView = () => {}
  HTMLElement.prototype.hasPointerCapture = () => false
  signOutNow()
  READY.length = 0
  await restoreDrafts()
  await startDraft(new File([samplePdf()], 'Lease.pdf', { type: 'application/pdf' }))
  page = openSigning(<CurrentEditor />)
  await page.user.click(await screen.findByRole('radio', { name: 'Other people' }))
})

afterEach(async () => {
  page.close()
  await discardDraft()
  await stopServer?.()
  stopServer = undefined
})

function CurrentEditor() {
  const state = useDraft()
  if (state.status !== 'open' || state.draft === null) return null
  return <Editor draft={state.draft} file={state.file} onContinue={(draft) => READY.push(draft)} />
}

const current = () => {
  const { draft } = { draft: null, ...draftState() }
  if (draft === null) throw new Error('There is no draft.')
  return draft
}

/** Enters a name and an address into the last recipient. */
async function enter(name: string, email: string): Promise<void> {
  const rows = within(screen.getByRole('list', { name: 'Recipients' })).getAllByRole('listitem')
  const row = within(rows.at(-1) as HTMLElement)
  await page.user.type(row.getByRole('combobox', { name: 'Name' }), name)
  await page.user.type(row.getByRole('combobox', { name: 'E-mail address' }), email)
}

async function chooseSigner(name: string): Promise<void> {
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Fields for' }), name)
}

const send = () => page.user.click(screen.getByRole('button', { name: 'Send for signature' }))
const announced = () => screen.getByRole('status').textContent

test('sends what is complete, and says what is missing before', async () => {
  await send()
  expect(announced()).toBe('Enter the name of recipient 1.')
  await enter('Ben Roe', 'ben@example.com')
  await send()
  expect(announced()).toBe('Place a signature for Ben Roe.')
  await addField(page.user, 'Signature')
  expect(await screen.findByRole('group', { name: 'Signature of Ben Roe, page 1' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add your signature' })).toBeNull()
  await send()
  expect(READY).toMatchObject([
    {
      expiresAfterDays: 30,
      reminders: { firstAfterDays: 3, repeatAfterDays: 3 },
      recipients: [{ name: 'Ben Roe', email: 'ben@example.com', role: 'signer', order: 1 }],
      fields: [{ type: 'signature', value: null }],
    },
  ])
})

test('a person can have a deadline of their own, and lose it again', async () => {
  await enter('Ben Roe', 'ben@example.com')
  await page.user.click(screen.getByRole('button', { name: 'Set a deadline for this person' }))
  const days = screen.getByRole('spinbutton', { name: /Days to respond/ })
  await page.user.type(days, '31')
  await send()
  expect(announced()).toBe('Give Ben Roe 1 to 30 days to respond, or leave the field empty.')
  expect(document.activeElement).toBe(days)
  await page.user.clear(days)
  await page.user.type(days, '5')
  expect(current().recipients).toMatchObject([{ answerWithinDays: 5 }])
  await page.user.clear(days)
  expect(current().recipients[0]).not.toHaveProperty('answerWithinDays')
  act(() => editRecipient(current().recipients[0]?.id ?? '', { role: 'copy' }))
  expect(screen.queryByText('Set a deadline for this person')).toBeNull()
})

test('sends after all texts were drawn, and nothing if one does not fit', async () => {
  const fonts = serveFonts()
  const { fetch: serve } = globalThis
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  globalThis.fetch = (...request) => released.then(() => serve(...request))
  try {
    await enter('Ben Roe', 'ben@example.com')
    await addField(page.user, 'Signature')
    await addField(page.user, 'Company')
    const { id = '' } = current().fields.at(-1) ?? {}
    act(() => editField(id, { settings: { preset: 'W'.repeat(50) } }))
    await send()
    const sending = screen.getByRole('button', { name: 'Send for signature' })
    expect(sending.ariaBusy).toBe('true')
    expect(READY).toEqual([])
    release()
    const settings = within(await screen.findByRole('dialog', { name: 'Company' }))
    expect(settings.getByText(/^“W+…” does not fit in this field/)).toBeTruthy()
    expect(sending.ariaBusy).toBeNull()
    expect(READY).toEqual([])
    act(() => editField(id, { settings: { preset: 'W'.repeat(10) } }))
    await page.user.click(settings.getByRole('button', { name: 'Done' }))
    await send()
    expect(READY).toHaveLength(1)
  } finally {
    fonts.restore()
  }
})

test('the sender who signs too fills in their own field before sending', async () => {
  await enter('Ben Roe', 'ben@example.com')
  await addField(page.user, 'Signature')
  await page.user.click(screen.getByRole('button', { name: 'Add me' }))
  await chooseSigner('Me')
  await addField(page.user, 'Signature')
  await send()
  expect(await screen.findByRole('dialog', { name: 'Your signature' })).toBeTruthy()
  expect(READY).toEqual([])
})

test('a field is given to somebody else by keyboard, and a signature only once', async () => {
  await enter('Ben Roe', 'ben@example.com')
  await addField(page.user, 'Text')
  await page.user.click(screen.getByRole('button', { name: 'Add recipient' }))
  await enter('Cy Ng', 'cy@example.com')
  const box = await screen.findByRole('group', { name: 'Text of Ben Roe, page 1' })
  box.focus()
  await page.user.keyboard('{Enter}')
  const owner = screen.getByRole('combobox', { name: 'Belongs to' })
  expect(document.activeElement).toBe(owner)
  await page.user.selectOptions(owner, 'Cy Ng')
  expect(await screen.findByRole('group', { name: 'Text of Cy Ng, page 1' })).toBeTruthy()
  for (const name of ['Ben Roe', 'Cy Ng']) {
    await chooseSigner(name)
    await addField(page.user, 'Signature')
  }
  screen.getByRole('group', { name: 'Signature of Ben Roe, page 1' }).focus()
  await waitFor(() => {
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Belongs to' })
    expect(choice.selectedOptions[0]?.textContent).toBe('Ben Roe')
    const taken = within(choice).getByRole<HTMLOptionElement>('option', { name: 'Cy Ng' })
    expect(taken.disabled).toBe(true)
  })
})

test('a field without a control of its own gets the focus itself, not the choice of its owner', async () => {
  await enter('Ben Roe', 'ben@example.com')
  await page.user.click(screen.getByRole('button', { name: 'Add me' }))
  await chooseSigner('Me')
  await addField(page.user, 'Date signed')
  const date = await screen.findByRole('group', { name: 'Date signed of Me, page 1' })
  date.focus()
  await page.user.keyboard('{Enter}')
  expect(screen.getByRole('combobox', { name: 'Belongs to' })).toBeTruthy()
  expect(document.activeElement).toBe(date)
})

test('the choice that is missing gets the focus', async () => {
  await enter('Ben Roe', 'ben@example.com')
  await addField(page.user, 'Signature')
  await page.user.click(screen.getByRole('button', { name: 'Add me' }))
  await chooseSigner('Me')
  for (const name of ['Signature', 'Single choice']) await addField(page.user, name)
  const signature = current().fields.find(
    ({ recipient, type }) => recipient === ME && type === 'signature',
  )
  editField(signature?.id ?? '', { value: { kind: 'signature', signature: MARK } })
  await send()
  expect(announced()).toBe('Choose an answer on page 1.')
  const name = 'Single choice of Me, answer 1 of 2, page 1'
  expect(document.activeElement).toBe(screen.getByRole('group', { name }))
})

test('an order is chosen, changed by buttons, and can have several at the same time', async () => {
  await enter('Ben Roe', 'ben@example.com')
  await page.user.click(screen.getByRole('button', { name: 'Add recipient' }))
  await enter('Cy Ng', 'cy@example.com')
  expect(screen.queryByRole('button', { name: 'Move Cy Ng up' })).toBeNull()
  await page.user.click(screen.getByRole('radio', { name: 'In this order' }))
  await page.user.click(screen.getByRole('button', { name: 'Move Cy Ng up' }))
  expect(current().recipients.map(({ name }) => name)).toEqual(['Cy Ng', 'Ben Roe'])
  expect(screen.getByText('Turn 2')).toBeTruthy()
  await page.user.click(screen.getByRole('checkbox', { name: /same time as the person above/ }))
  expect(screen.queryByText('Turn 2')).toBeNull()
})

test('a removed recipient takes their fields along', async () => {
  await enter('Ben Roe', 'ben@example.com')
  await addField(page.user, 'Text')
  await page.user.click(screen.getByRole('button', { name: 'Remove Ben Roe' }))
  expect(current()).toMatchObject({ recipients: [], fields: [] })
  expect(announced()).toBe('Ben Roe was removed. 1 field was deleted.')
})

test('recipients are kept while only the sender signs, and are stored', async () => {
  await enter('Ben Roe', 'ben@example.com')
  await addField(page.user, 'Text')
  await page.user.click(screen.getByRole('radio', { name: 'Only me' }))
  expect(screen.queryByRole('group', { name: /Text/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
  await page.user.click(screen.getByRole('radio', { name: 'Other people' }))
  expect(screen.getByRole('group', { name: 'Text of Ben Roe, page 1' })).toBeTruthy()
  await waitFor(async () => {
    const [stored] = await loadDrafts()
    expect(stored).toMatchObject({ isOnlyMe: false, recipients: [{ name: 'Ben Roe' }] })
  })
})

const KNOWN = [
  { name: 'Ben Roe', email: 'ben@example.com' },
  { name: 'Benita Cole', email: 'benita@example.com' },
]

/** Searches of the address book are answered by `answer`, with everybody in it by default. Signs in, unless `user` is null. */
async function openAddressBook(
  answer: (text: string) => StubResponse | Promise<StubResponse> = () => found(KNOWN),
  user: typeof ANA | null = ANA,
) {
  const searched: string[] = []
  async function respond({ body, method, path }: StubRequest): Promise<StubResponse> {
    if (`${method} ${path}` !== 'POST /api/v1/envelopes/address-book/search') return { status: 404 }
    const { text } = JSON.parse(body.toString())
    searched.push(text)
    return answer(text)
  }
  stopServer = (await startStubServer(() => undefined, respond)).stop
  if (user !== null) signInAs(user)
  return searched
}

const found = (people: object[]) => ({ status: 200, body: { people } })
const control = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
const input = (at: string, value: string) => fireEvent.change(control(at), { target: { value } })
const suggested = () =>
  screen.queryAllByRole('option', { name: /@/ }).map(({ textContent }) => textContent)

test.each(['Name', 'E-mail address'])(
  'people to whom requests were sent are suggested in the field “%s”; choosing one fills in both',
  async (field) => {
    const searched = await openAddressBook()
    await page.user.click(control(field))
    for (const text of ['b', 'be', 'ben ']) input(field, text)
    await page.user.click(await screen.findByRole('option', { name: /Benita Cole/ }))
    expect([control('Name').value, control('E-mail address').value]).toEqual([
      'Benita Cole',
      'benita@example.com',
    ])
    expect(current().recipients).toMatchObject([KNOWN[1] as object])
    expect(announced()).toBe('Name and address of Benita Cole were filled in.')
    // The list is gone, and what was typed without a pause was searched once.
    await page.user.keyboard('{ArrowDown}')
    expect([searched, suggested()]).toEqual([['ben'], []])
  },
)

test('whoever is a recipient already is not suggested again', async () => {
  await openAddressBook()
  const id = current().recipients[0]?.id ?? ''
  act(() => editRecipient(id, { name: 'Ben Roe', email: 'Ben@Example.com' }))
  await page.user.click(screen.getByRole('button', { name: 'Add recipient' }))
  fireEvent.change(screen.getAllByRole('combobox', { name: 'Name' })[1] as HTMLElement, {
    target: { value: 'b' },
  })
  await screen.findByRole('listbox', { name: 'Address book' })
  expect(suggested()).toEqual(['Benita Colebenita@example.com'])
})

test('an answer to what was typed before is dropped', async () => {
  let answerFirst = (_response: StubResponse) => {}
  const searched = await openAddressBook((text) =>
    text === 'b'
      ? new Promise((resolve) => (answerFirst = resolve))
      : found(text === 'x' ? KNOWN.slice(0, 1) : KNOWN.slice(1)),
  )
  input('Name', 'b')
  await waitFor(() => expect(searched).toEqual(['b']))
  input('Name', 'benita')
  await screen.findByRole('option', { name: /Benita Cole/ })
  answerFirst(found(KNOWN))
  // The answer to a later search in the other field shows that the first one has arrived.
  input('E-mail address', 'x')
  await screen.findByRole('option', { name: /Ben Roe/ })
  expect(suggested()).toEqual(['Benita Colebenita@example.com', 'Ben Roeben@example.com'])
})

test('a search that fails is silent, and typing goes on', async () => {
  const searched = await openAddressBook(() => ({ status: 503, code: 'UNAVAILABLE', body: 'Down' }))
  input('Name', 'Ben Roe')
  input('E-mail address', 'ben@example.com')
  await waitFor(() => expect(searched).toHaveLength(2))
  await send()
  expect(announced()).toBe('Place a signature for Ben Roe.')
  expect(suggested()).toEqual([])
})

test('whoever is signed out, and a viewer, who cannot send, get no suggestions', async () => {
  const searched = await openAddressBook(undefined, null)
  input('Name', 'ben')
  signInAs({ ...ANA, role: 'viewer' })
  input('Name', 'ben r')
  signInAs(ANA)
  input('E-mail address', 'b')
  await screen.findByRole('listbox')
  expect(searched).toEqual(['b'])
  signInAs({ ...ANA, role: 'viewer' })
  expect(suggested()).toEqual([])
})

test('a sender who signs alone can choose the wallet of their account', async () => {
  const name = /^Sign with my wallet 0xabab\.\.\.abab/
  expect(screen.queryByRole('checkbox', { name })).toBeNull()
  const walletAddress = `0x${'aB'.repeat(20)}`
  signInAs({ ...ANA, walletAddress })
  expect(screen.queryByRole('checkbox', { name })).toBeNull()
  await page.user.click(screen.getByRole('radio', { name: 'Only me' }))
  await page.user.click(await screen.findByRole('checkbox', { name }))
  expect(current().wallet).toBe(walletAddress.toLowerCase())
  await page.user.click(screen.getByRole('checkbox', { name }))
  expect(current().wallet).toBeNull()
})

test('a sender who signs alone can choose one of the passkeys of their account instead', async () => {
  const passkeys = [
    { id: 'old', name: 'Phone', usedAt: '2026-01-02T00:00:00.000Z' },
    { id: 'new', name: 'Laptop', usedAt: '2026-03-02T00:00:00.000Z' },
  ]
  const { stop } = await startStubServer(
    () => undefined,
    async () => ({ status: 200, body: accountWith(passkeys) }),
  )
  stopServer = async () => {
    for (const name of ['isSecureContext', 'PublicKeyCredential'])
      Reflect.deleteProperty(globalThis, name)
    await stop()
  }
  // Browsers use no passkeys for IP addresses.
  visit(location.href.replace('127.0.0.1', 'localhost'))
  Object.assign(globalThis, { isSecureContext: true, PublicKeyCredential: Object })
  signInAs({ ...ANA, walletAddress: `0x${'ab'.repeat(20)}` })
  await page.user.click(screen.getByRole('radio', { name: 'Only me' }))
  await page.user.click(await screen.findByRole('checkbox', { name: /^Sign with my wallet/ }))
  const checkbox = await screen.findByRole('checkbox', { name: /^Sign with my passkey/ })
  await page.user.click(checkbox)
  expect([current().passkey, current().wallet]).toEqual(['new', null])
  await page.user.click(screen.getByRole('combobox', { name: 'Passkey' }))
  await page.user.click(await screen.findByRole('option', { name: 'Phone' }))
  expect(current().passkey).toBe('old')
  await page.user.click(checkbox)
  expect(current().passkey).toBeNull()
})
