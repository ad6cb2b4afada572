/** The slices that the running system serves, and a page of each for tests that load all of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { VERIFY } from './frame.ts'

type ReleasedSlice = {
  /** The slice's ID, which is also its name on the status page. */
  id: string
  /** The name of the slice's federation container. */
  name: string
  /** The slice's folder. */
  package: string
  paths: string[]
}

/** A page with its heading. */
type SlicePage = readonly [path: string, heading: string | RegExp]

const PAGES: Readonly<Record<string, SlicePage>> = {
  'mfe-auth': ['/email-test', 'E-mail test'],
  'mfe-content': ['/litepaper', 'Litepaper'],
  'mfe-documents': ['/verify', VERIFY],
  'mfe-signing': ['/document-signing', 'Sign documents'],
}

export function releasedSlices(): ReleasedSlice[] {
  const text = readFileSync(join(testSystem().www, 'slices.json'), 'utf8')
  return (JSON.parse(text) as { slices: ReleasedSlice[] }).slices
}

/** Returns a page of each slice. @throws Error if a slice has none in the list above */
export function pageOfEachSlice(): SlicePage[] {
  return releasedSlices().map((slice) => {
    const page = PAGES[slice.package]
    if (page === undefined)
      throw new Error(`${slice.package} has no page in e2e/support/released-slices.ts: add one`)
    return page
  })
}
