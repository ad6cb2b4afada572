/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { encodeEntry, KINDS, NO_PREVIOUS } from '@inkproof/proof/leaf'
import { encodeEntryBundle, entriesPath, TILE_WIDTH } from '@inkproof/proof/tile'
import type { ContentPage } from '@inkproof/protocol/content'
import type { Heads } from '@inkproof/protocol/log'
import { useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { openPage } from '../testing/open-page.tsx'
import { findLastCertificateIndex } from './cheat.api.ts'

const TEXT: ContentPage = {
  slug: 'litepaper',
  title: 'Litepaper',
  description: 'A record that nobody has to trust.',
  updatedOn: '2026-11-21',
  html: '<p>One tree.</p>',
  headings: [],
}

const HEADS: Heads = {
  checkpoint: { size: 12, root: 'ab'.repeat(32), signedAt: '2026-11-21T16:05:32.498Z' },
  anchor: {
    size: 12,
    root: 'ab'.repeat(32),
    txHash: `0x${'cd'.repeat(32)}`,
    blockNumber: 31,
    blockHash: `0x${'ef'.repeat(32)}`,
    blockTime: '2026-11-21T16:05:32.000Z',
    confirmations: 3,
  },
  settled: null,
  pending: null,
  nextAnchorAt: null,
  trouble: null,
  confirmationsWanted: 2,
  chain: {
    id: 31_337,
    contract: `0x${'01'.repeat(20)}`,
    operator: `0x${'02'.repeat(20)}`,
    embedded: true,
  },
}

let close: () => Promise<void>
afterEach(() => close?.())

test.each(['-1', ''])(
  'clears the error about one number when "%s" is typed instead',
  async (next) => {
    const { user } = await setup()
    const field = await screen.findByRole('spinbutton', { name: 'Entry number' })
    await user.type(field, '999')
    await user.click(screen.getByRole('button', { name: 'Remove my entry' }))
    await screen.findByText(/Entry 999 is not on the blockchain yet/)
    await user.clear(field)
    if (next !== '') await user.type(field, next)
    await user.click(screen.getByRole('button', { name: 'Remove my entry' }))
    await waitFor(() => expect(screen.queryByText(/Entry 999/)).toBeNull())
  },
)

test('finds the newest certificate before the status entry that follows it', () => {
  expect(findLastCertificateIndex([certified, status, certified, status].map(entry))).toBe(2)
  expect(findLastCertificateIndex([entry(status)])).toBe(-1)
})

test('suggests the newest certificate when only a status entry follows in the last bundle', async () => {
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  const older = Array.from({ length: TILE_WIDTH - 1 }, () => entry(status))
  const bundles = new Map([
    [`/log/${entriesPath(0n)}`, encodeEntryBundle([...older, entry(certified)])],
    [`/log/${entriesPath(1n, 1)}`, encodeEntryBundle([entry(status)])],
  ])
  await setup({ size: TILE_WIDTH + 1, bundles })
  await screen.findByText(/The newest certificate of this record/)
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('255')
})

const { certified, status } = KINDS
const entry = (kind: number) =>
  encodeEntry({ kind, commitment: new Uint8Array(32), previous: NO_PREVIOUS })

async function setup({ size = 12, bundles = new Map<string, Uint8Array>() } = {}) {
  const heads = { ...HEADS, anchor: HEADS.anchor && { ...HEADS.anchor, size } }
  const page = await openPage('/litepaper', ({ url }) => {
    if (url.startsWith('/api/content/')) return { body: TEXT }
    return url === '/api/v1/log/heads' ? { body: heads } : asBody(bundles.get(url))
  })
  close = page.close
  return page
}

const asBody = (body: Uint8Array | undefined) => (body === undefined ? undefined : { body })
