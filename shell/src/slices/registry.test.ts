/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import type { PublishedSlice } from '@inkproof/slice'
import { beforeEach, expect, test } from '@jest/globals'
import { installIntegrity, integrityFor } from './integrity.ts'
import { findSliceForSlot, readRegistry, sliceFor, useRegistry } from './registry.ts'

const slice = (id: string, paths: string[], change: Partial<PublishedSlice> = {}) =>
  ({ id, paths, nav: [], fills: [], integrity: {}, ...change }) as unknown as PublishedSlice

const SLICES = [
  slice('auth', ['/user-profile'], { fills: ['user-menu'] }),
  slice('content', ['/api', '/blog', '/blog/:id'], { integrity: { '/slices/a.js': 'sha256-a' } }),
  slice('documents', ['/', '/certify', '/sign/:token', '/collaborate/:sessionId']),
]

beforeEach(() => {
  document.body.innerHTML = ''
  useRegistry.setState({ schema: 1, site: {}, slices: SLICES, isRead: true })
})

test.each([
  ['/', 'documents'],
  ['/certify', 'documents'],
  ['/certify/', 'documents'],
  ['/sign/abc', 'documents'],
  ['/collaborate/new', 'documents'],
  ['/api', 'content'],
  ['/blog', 'content'],
  ['/blog/first', 'content'],
  ['/user-profile', 'auth'],
])('%s belongs to %s', (path, id) => {
  expect(sliceFor(path)?.id).toBe(id)
})

test.each(['/sign', '/sign/a/b', '/nothing', '/api/v1', '/certify/x'])(
  '%s belongs to no slice',
  (path) => {
    expect(sliceFor(path)).toBeNull()
  },
)

test('finds the slice that fills a slot', () => {
  expect(findSliceForSlot('user-menu')?.id).toBe('auth')
  expect(findSliceForSlot('auth-dialog')).toBeNull()
})

test('reads the registry from the page', async () => {
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = 'slices'
  block.textContent = JSON.stringify({ schema: 1, site: { embedded: true }, slices: SLICES })
  document.body.append(block)
  const registry = await readRegistry()
  expect(registry.site).toEqual({ embedded: true })
  expect(useRegistry.getState().isRead).toBe(true)
})

test('tells whether the page is a preview', async () => {
  const preview = { package: 'mfe-x', version: '2' }
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = 'slices'
  block.textContent = JSON.stringify({ schema: 1, site: {}, slices: SLICES, preview })
  document.body.append(block)
  expect((await readRegistry()).preview).toEqual(preview)
})

test('returns no slices if the registry cannot be read', async () => {
  const { slices } = await readRegistry()
  expect(slices).toEqual([])
  expect(useRegistry.getState().isRead).toBe(false)
})

test('an unknown file gets a hash that never matches', () => {
  installIntegrity(useRegistry.getState())
  expect(integrityFor('/slices/a.js')).toBe('sha256-a')
  expect(integrityFor('/slices/b.js')).toBe('sha256-unknown')
})
