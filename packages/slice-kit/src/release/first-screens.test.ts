import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { writeFirstScreens } from './first-screens.ts'

const TEMPLATE = {
  html: '<ul>@nav@</ul>@menu@<main>@content@</main>',
  current: '<li><a aria-current="page" href="/current">@label@</a></li>',
  other: '<li><a href="/other">@label@</a></li>',
  loading: 'Wait',
  loadingMenu: 'Menu',
}

const slice = (version: string, paths: string[]) =>
  ({
    package: 'mfe-x',
    version,
    paths,
    nav: [{ to: '/x', label: 'X', order: 1 }],
    fills: [],
  }) as unknown as PublishedSlice

let out: string
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'inkproof-first-screens-'))
  await mkdir(path.join(out, 'slices/mfe-x/2/first'), { recursive: true })
  await writeFile(path.join(out, 'slices/mfe-x/2/first/x.html'), '<h1>X</h1>')
})
afterEach(() => rm(out, { recursive: true }))

async function publishTemplate() {
  await mkdir(path.join(out, 'shell'))
  await writeFile(path.join(out, 'shell/first-frame.json'), JSON.stringify(TEMPLATE))
}

const read = (name: string) => readFile(path.join(out, 'first', `${name}.html`), 'utf8')

test('each page includes the fragment of the current version, or shows the placeholder', async () => {
  await publishTemplate()
  await writeFirstScreens(out, [slice('2', ['/x', '/x/:id'])])
  expect((await readdir(path.join(out, 'first'))).sort()).toEqual([
    'none.html',
    'x.html',
    'x_.html',
  ])
  expect(await read('x')).toContain('include virtual="/fragments/mfe-x/2/x.html"')
  expect(await read('x_')).toContain('<main>Wait</main>')
  expect(await read('none')).toContain('<a href="/x">X</a>')
})

test('a version of a slice without fragments shows placeholders', async () => {
  await publishTemplate()
  await writeFirstScreens(out, [slice('1', ['/x'])])
  expect(await read('x')).toContain('<main>Wait</main>')
})

test('pages of slices that are no longer released are removed', async () => {
  await publishTemplate()
  await writeFirstScreens(out, [slice('2', ['/x'])])
  await writeFirstScreens(out, [])
  expect(await readdir(path.join(out, 'first'))).toEqual(['none.html'])
})

test('nothing is written for a shell that has no frame', async () => {
  await writeFirstScreens(out, [slice('2', ['/x'])])
  await expect(readdir(path.join(out, 'first'))).rejects.toThrow('ENOENT')
})
