/** The page of a signing link, for a recipient whose only field is a signature. */
import { fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { removeEnteredFor, writeEnteredFor } from '../filling/entered-db.ts'
import { removeEnvelope } from '../signing/signing-db.ts'
import { Component } from '../signing-link/signing-link.page.tsx'
import { openSigning } from './open-signing.tsx'
import { sampleDraft } from './sample-draft.ts'
import { field, LINK_ID, LINK_SECRET } from './sample-linked-request.ts'

export const BEN_SIGNATURE = field('ben-signature', 'signature', 120, {
  rectangle: { x: 72, y: 120, width: 120, height: 24 },
})

/** @param hash as the address has it after the link's ID */
export function openLinkedPage(hash = `#${LINK_SECRET}`): ReturnType<typeof openSigning> {
  const routes = (
    <Routes>
      <Route path="/sign/:token" element={<Component />} />
    </Routes>
  )
  return openSigning(routes, `/sign/${LINK_ID}${hash}`)
}

/** Opens the confirmation below the document, of which everything is filled in. */
export async function openConfirmation(): Promise<ReturnType<typeof openSigning>> {
  const { value } = sampleDraft().fields[1] ?? {}
  if (value)
    await writeEnteredFor({ link: LINK_ID, values: { [BEN_SIGNATURE.id]: value }, code: null })
  const page = openLinkedPage()
  for (const name of ['Continue signing', 'Continue'])
    fireEvent.click(await screen.findByRole('button', { name }))
  fireEvent.click(await screen.findByRole('checkbox', { name: /I agree/ }))
  return page
}

/** What another device knows: nothing. */
export async function forgetBrowser(): Promise<void> {
  await removeEnteredFor(LINK_ID)
  await removeEnvelope(LINK_ID)
}
