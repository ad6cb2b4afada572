/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import { generateKey } from '@inkproof/proof/note'
import { samplePolicyText } from '@inkproof/proof/testing/sample-log'
import { afterEach, expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { sampleInstallation } from '../testing/installation.ts'
import { nodeFile } from '../testing/node-file.ts'
import type { ReceivedRequest, StubResponse } from '../testing/service.ts'
import { dropFiles, findAnswer, openVerifyPage } from '../testing/verify-page.ts'
import { setVerifyOptions, useVerifyOptions } from './verify-options.store.ts'

/** A record that is not the installation's own; their chain and node are the same. */
const OTHER = await sampleInstallation()
const OWN_ORIGIN = 'own.example/log'
const OWN_POLICY = samplePolicyText(generateKey(OWN_ORIGIN).vkey, { origin: OWN_ORIGIN })

let close: () => Promise<void>
afterEach(() => close())

test('an unknown record is trusted inside the answer, which then changes and has the focus', async () => {
  const { user } = await setup()
  const proof = await OTHER.record.proofFile(OTHER.index)
  await dropFiles(OTHER.fingerprint, nodeFile('x', 'lease.pdf'), nodeFile(proof, 'a.tlog-proof'))
  const answer = await findAnswer(/^Valid, but from an unknown record\.$/)
  await user.click(within(answer).getByRole('button', { name: 'Trust this record' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain(OTHER.vkey.split('+')[0])
  await user.click(within(dialog).getByRole('button', { name: 'Trust this record' }))
  await findAnswer(/^This is the original file\.$/)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Result')
  expect(useVerifyOptions.getState().trusted).toEqual([{ policy: OTHER.vkey, url: '' }])
})

test('cancelling trusts nothing', async () => {
  const { user } = await setup()
  await dropFiles(OTHER.fingerprint, nodeFile('x', 'a.pdf'), nodeFile(OTHER.proof, 'a.tlog-proof'))
  const answer = await findAnswer(/unknown record/)
  await user.click(within(answer).getByRole('button', { name: 'Trust this record' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await findAnswer(/unknown record/)
  expect(useVerifyOptions.getState().trusted).toEqual([])
})

test('a policy that is not valid is explained and trusts nothing', async () => {
  const { user } = await setup()
  await user.click(screen.getByRole('button', { name: /^Advanced/ }))
  const field = screen.getByLabelText(/^Or its public key/)
  await user.click(field)
  await user.paste('{"version":2}')
  await user.click(screen.getByRole('button', { name: 'Trust this record' }))
  expect(await screen.findByText(/does not have the version 1/)).toBeTruthy()
  expect(useVerifyOptions.getState().trusted).toEqual([])
})

test('a trusted record is listed and can be removed', async () => {
  const { user } = await setup()
  await user.click(screen.getByRole('button', { name: /^Advanced/ }))
  await user.click(screen.getByLabelText(/^Or its public key/))
  await user.paste(OTHER.vkey)
  await user.click(screen.getByRole('button', { name: 'Trust this record' }))
  await user.click(await screen.findByRole('button', { name: /^Remove inkproof\// }))
  expect(useVerifyOptions.getState().trusted).toEqual([])
})

test('a revoked certificate shows when and why it was revoked', async () => {
  const revocation = { at: '2026-11-20T10:00:00.000Z', reason: 'Wrong amount', newShareLink: null }
  await showEnded({ revokedBy: 9, revocation })
  await findAnswer(/^Revoked by the issuer\.$/)
  expect(screen.getByText(/^On November 20, 2026 at .*: “Wrong amount”\. The file/)).toBeTruthy()
})

async function showEnded(change: object): Promise<void> {
  const { record, index, certificate } = OTHER
  setVerifyOptions({ trusted: [{ policy: OTHER.vkey, url: '' }] })
  const revokedBy = record.revoke(index)
  const { checkpoint, chain } = record.anchor()
  record.mine(1)
  const proof = await record.proofFile(index, { checkpoint, chain, revokedBy })
  await setup(({ path }) => {
    if (path === '/api/v1/lookup')
      return { body: { certificates: [{ ...certificate, ...change }] } }
    return path.endsWith('/proof') ? { body: proof } : null
  })
  await dropFiles(OTHER.fingerprint, nodeFile('x', 'lease.pdf'))
}

async function setup(respond: (request: ReceivedRequest) => StubResponse | null = () => null) {
  const page = await openVerifyPage((request) =>
    request.path === '/log/policy.json'
      ? { body: OWN_POLICY }
      : (respond(request) ?? OTHER.handler(request)),
  )
  close = page.close
  return page
}
