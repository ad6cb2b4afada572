/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import type { Heads } from '@inkproof/protocol/log'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { headsWith } from '../testing/heads.ts'
import { certificateWith } from '../testing/installation.ts'
import { openPage } from '../testing/open-page.tsx'

const BLOCK_HASH = `0x${'d'.repeat(64)}`
const FIRST_ANCHOR = {
  ...headsWith({ anchored: 3 }).anchor,
  blockHash: BLOCK_HASH,
  blockNumber: 4001,
}

let close: () => Promise<void>
afterEach(() => close())

test('the commands use the policy file, and a node or the block hash', async () => {
  const heads = headsWith({ logged: 3, anchored: 3 })
  await setup({ ...heads, chain: { ...heads.chain, embedded: false } })
  const names = 'lease.pdf lease.pdf.tlog-proof --trust policy.json'
  const command = `node inkproof-verify.mjs ${names} --offline --block ${BLOCK_HASH}`
  expect(await screen.findByText(command)).toBeTruthy()
  const withNode = `node inkproof-verify.mjs ${names} --rpc https://your.node`
  expect(screen.getByText(withNode)).toBeTruthy()
  const policy = screen.getByRole('link', { name: 'Save the policy file' })
  expect(policy.getAttribute('href')).toBe('/log/policy.json')
  expect(policy.getAttribute('download')).toBe('policy.json')
  expect(screen.getByRole('button', { name: 'Copy the block’s hash' })).toBeTruthy()
  expect(
    screen.getByText('Add the document, its proof file and the policy file to the page.'),
  ).toBeTruthy()
})

test('on a test installation, the command uses its node, because no other node has the chain', async () => {
  await setup(headsWith({ logged: 3, anchored: 3 }))
  const rpc = `${location.origin}/api/v1/chain`
  expect(await screen.findByText(new RegExp(`--trust policy.json --rpc ${rpc}$`))).toBeTruthy()
  expect(
    await screen.findByText(/of the test chain, which only this installation has$/),
  ).toBeTruthy()
})

test('shows no block hash before the block is final, because the command would fail', async () => {
  await setup(headsWith({ logged: 3 }))
  expect(
    await screen.findByText(/The command for a check without a network appears here/),
  ).toBeTruthy()
  expect(screen.getByText(/The block hash appears here once/)).toBeTruthy()
  expect(screen.queryByText(/--block/)).toBeNull()
})

test('reports that the proof file was saved', async () => {
  Object.assign(URL, { createObjectURL: () => '#', revokeObjectURL: () => {} })
  const { user } = await setup(headsWith({ logged: 3, anchored: 3 }))
  await user.click(screen.getByRole('button', { name: 'Download proof file' }))
  expect(await screen.findByText('Downloaded lease.pdf.tlog-proof')).toBeTruthy()
})

async function setup(heads: Heads) {
  const responses: Record<string, unknown> = {
    '/api/v1/shares/link-12345': certificateWith('ab'.repeat(32)),
    '/api/v1/shares/link-12345/proof': 'c2sp.org/tlog-proof@v1',
    '/api/v1/anchors?covering=2': { anchor: FIRST_ANCHOR },
    '/api/v1/log/events': `data: ${JSON.stringify(heads)}\n\n`,
  }
  const page = await openPage('/share/link-12345', ({ path }) =>
    path in responses ? { body: responses[path] } : null,
  )
  close = page.close
  return page
}
