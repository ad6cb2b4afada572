import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { checkRouterImports, exportedNames, findUnsharedImport } from './imports.ts'
import { PARTS } from './parts.ts'

const SHARED = new Set(['Link', 'useParams'])

test('reads the names that the shell shares from the router', async () => {
  const file = path.join(import.meta.dirname, '../shared/router.mjs')
  const names = exportedNames(await readFile(file, 'utf8'))
  const pages = ['Link', 'Outlet', 'useNavigate', 'useParams']
  expect([...names]).toEqual(
    expect.arrayContaining(['createBrowserRouter', 'RouterProvider', ...pages]),
  )
})

test.each([
  ["import { Link } from 'react-router-dom'", null],
  ["import { Link, type To, useParams as params } from 'react-router-dom'", null],
  ["import type { RouteObject } from 'react-router-dom'", null],
  ["import { useFetcher } from 'react-router-dom'", 'the shell does not share useFetcher'],
  ["import {\n  Link,\n  Form,\n} from 'react-router-dom'", 'the shell does not share Form'],
  ["import * as router from 'react-router-dom'", 'the shell does not share'],
  ["import { Link } from 'react-router'", 'import from react-router-dom'],
  ["import { RouterProvider } from 'react-router/dom'", 'import from react-router-dom'],
])('checks the router imports of %j', (source, reason) => {
  const problem = findUnsharedImport(source, SHARED)
  if (reason === null) expect(problem).toBeNull()
  else expect(problem).toContain(reason)
})

test.each(PARTS)('%s imports nothing the shell does not share', async (name) => {
  await checkRouterImports(name)
})
